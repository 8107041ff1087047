// Weir's own documentation pages: the few Markdown forms that they use, as elements. Nothing is ever
// taken as HTML.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";

type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  /** `where` is what follows the language of a fence: `at builds[0].properties.sql`. */
  | { kind: "code"; text: string; where: string };

/** Headings, paragraphs, lists and fenced code; the page's own title and its line of meaning are left out. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replace(/\r\n?/g, "\n").split("\n");
  let open: Block | null = null;
  for (let at = 0; at < lines.length; ++at) {
    const line = lines[at] as string;
    const [, fence, where = ""] = /^(`{3,})\w*\s*(.*)$/.exec(line) ?? [];
    const item = /^[-*] +(.*)$/.exec(line)?.[1];
    const heading = /^(#+) +(.*)$/.exec(line);
    if (fence !== undefined) {
      const end = lines.findIndex((other, index) => index > at && other.startsWith(fence));
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: "code", text: lines.slice(at + 1, last).join("\n"), where });
      at = last;
      open = null;
    } else if (heading) {
      if (heading[1] !== "#") blocks.push({ kind: "heading", text: heading[2] as string });
      open = null;
    } else if (item !== undefined) {
      if (open?.kind === "list") open.items.push(item);
      else blocks.push((open = { kind: "list", items: [item] }));
    } else if (line.trim() === "" || /^\*\*(Error|Warning|Info):\*\*/.test(line)) {
      open = null;
    } else if (open?.kind === "paragraph") {
      open.text += ` ${line.trim()}`;
    } else if (open?.kind === "list") {
      open.items.push(`${open.items.pop() ?? ""} ${line.trim()}`);
    } else {
      blocks.push((open = { kind: "paragraph", text: line.trim() }));
    }
  }
  return blocks;
}

/** Code, emphasis and links (their words only: a page leads nowhere outside). */
function inline(text: string): ComponentChild[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((piece) => {
    if (piece.startsWith("`") && piece.length > 1) return <code>{piece.slice(1, -1)}</code>;
    if (piece.startsWith("**")) return <strong>{piece.slice(2, -2)}</strong>;
    return /^\[([^\]]+)\]\(/.exec(piece)?.[1] ?? piece;
  });
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <h3>{inline(block.text)}</h3>;
    case "paragraph":
      return <p>{inline(block.text)}</p>;
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li>{inline(item)}</li>
          ))}
        </ul>
      );
    case "code":
      return (
        <figure>
          {block.where && <figcaption>{inline(block.where.replace(/^at (.+)$/, "at `$1`"))}</figcaption>}
          <pre tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        </figure>
      );
  }
}

export function Page({ code, load }: { code: string; load: (code: string) => Promise<string | null> }) {
  const [blocks, setBlocks] = useState<Block[]>([]);
  useEffect(() => {
    let wanted = true;
    void load(code).then((text) => wanted && setBlocks(text === null ? [] : blocksOf(text)));
    return () => {
      wanted = false;
    };
  }, [code]);
  return (
    <div class="page">
      {blocks.map((block) => (
        <Shown block={block} />
      ))}
    </div>
  );
}
