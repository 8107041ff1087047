// The contracts of examples/ with their fragments, bundled when the console is built.
import type { Workspace } from "./workspace";

const TEXTS = import.meta.glob<string>("../../examples/**/*.{yaml,yml,json}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const PREFIX = "../../examples/";

const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TEXTS).map(([path, text]) => [path.slice(PREFIX.length), text]),
);

export interface Example {
  id: string;
  title: string;
  shape: string;
}

/** The order in which they are offered, and what each shows. */
const SHAPES: readonly Example[] = [
  { id: "flattened", title: "Flattened", shape: "One row per item" },
  { id: "nested", title: "Nested", shape: "Records as they are" },
  { id: "rebuilt", title: "Rebuilt", shape: "A shape of its own" },
];

const contractOf = (id: string) => `${id}/contract.fluid.yaml`;

export const EXAMPLES: readonly Example[] = SHAPES.filter(({ id }) => FILES[contractOf(id)] !== undefined);

/** An example as a workspace, compared with its baseline where it has one. */
export function openExample(id: string, generation: number): Workspace {
  const contract = contractOf(id);
  const older = `${id}/baseline.fluid.yaml`;
  const files = Object.fromEntries(
    Object.entries(FILES).filter(([name]) => name.startsWith(`${id}/`) || !/\.fluid\.ya?ml$/.test(name)),
  );
  return {
    generation,
    files,
    opened: files,
    contract,
    baseline: FILES[older] === undefined ? { kind: "opened" } : { kind: "file", file: older },
    waivers: { kind: "none" },
    example: id,
  };
}
