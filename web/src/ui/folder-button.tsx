import { canPickFolder } from "../files";
import { FileButton } from "./file-button";
import { FolderIcon } from "./icons";

interface Props {
  label: string;
  class?: string;
  /** Asks for a folder itself, where the browser can. */
  picked: () => void;
  /** Else these files of a folder were chosen. */
  chosen: (files: FileList) => void;
}

/** A button that asks for a folder of contracts. */
export function FolderButton({ picked, ...rest }: Props) {
  const ask = (choose: () => void) => (canPickFolder() ? picked() : choose());
  return (
    <FileButton {...rest} ask={ask} takes={{ webkitdirectory: true }}>
      <FolderIcon />
    </FileButton>
  );
}
