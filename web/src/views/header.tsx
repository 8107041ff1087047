import { EXAMPLES } from "../examples";
import { openBlank, openExampleById, openFiles, openPickedFolder } from "../opening";
import { share } from "../share";
import { workspace } from "../state";
import { FileButton } from "../ui/file-button";
import { FolderButton } from "../ui/folder-button";
import { Mark, MoonIcon, NewIcon, OpenIcon, ShareIcon, SunIcon } from "../ui/icons";
import { theme, toggleTheme } from "../ui/theme";

export function Header() {
  const other = theme.value === "dark" ? "light" : "dark";
  return (
    <header class="header">
      <div class="brand">
        <Mark />
        <h1>Weir</h1>
        <p class="tagline">Flink to Iceberg contracts, checked as you type</p>
      </div>
      <nav class="examples" aria-label="Examples">
        {EXAMPLES.map(({ id, title, shape }) => (
          <button
            key={id}
            type="button"
            class="example"
            title={shape}
            aria-pressed={workspace.value.example === id}
            onClick={() => openExampleById(id)}
          >
            {title}
            <span class="example-shape">{shape}</span>
          </button>
        ))}
      </nav>
      <div class="actions">
        <button type="button" class="button" onClick={openBlank}>
          <NewIcon />
          <span>New</span>
        </button>
        <FileButton label="Open…" multiple chosen={openFiles}>
          <OpenIcon />
        </FileButton>
        <FolderButton label="Folder…" picked={openPickedFolder} chosen={openFiles} />
        <button type="button" class="button" onClick={share}>
          <ShareIcon />
          <span>Share</span>
        </button>
        <button
          type="button"
          class="button square"
          aria-label={`Switch to the ${other} theme`}
          title={`Switch to the ${other} theme`}
          onClick={toggleTheme}
        >
          {theme.value === "dark" ? <SunIcon /> : <MoonIcon />}
        </button>
      </div>
    </header>
  );
}
