// The pages of docs/codes, in one piece that is loaded when the first of them is asked for.
const TEXTS = import.meta.glob<string>("../../docs/codes/*.md", { query: "?raw", import: "default", eager: true });

export function pageOf(code: string): string | null {
  return TEXTS[`../../docs/codes/${code}.md`] ?? null;
}
