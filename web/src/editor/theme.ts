// How editors look. Colours are custom properties of the page, so both themes need one set of rules.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const underline = (colour: string) => ({
  // The lint package's own underline is a data: image, which the content security policy refuses.
  backgroundImage: "none",
  textDecoration: `underline wavy ${colour} 1.5px`,
  textUnderlineOffset: "3px",
  textDecorationSkipInk: "none",
  paddingBottom: "0",
});
const marker = (colour: string, shape: string) => ({
  content: "normal",
  width: "9px",
  height: "9px",
  margin: "auto",
  background: colour,
  borderRadius: shape,
});
const tooltipEdge = (colour: string) => ({ borderLeft: `3px solid ${colour}` });

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto", fontVariantLigatures: "none" },
  ".cm-content": { caretColor: "var(--accent)", padding: "10px 0 40px" },
  ".cm-line": { padding: "0 14px 0 8px" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--faint)",
    border: "none",
    paddingLeft: "6px",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 10px 0 4px", minWidth: "26px" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line)", color: "var(--soft)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--match)",
    outline: "1px solid var(--edge)",
  },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--faint)", cursor: "pointer", padding: "0 2px" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--line)",
    border: "1px solid var(--edge)",
    color: "var(--soft)",
    padding: "0 6px",
  },
  ".cm-lintRange-error": underline("var(--error)"),
  ".cm-lintRange-warning": underline("var(--warning)"),
  ".cm-lintRange-info": underline("var(--info)"),
  ".cm-lintRange-active": { backgroundColor: "var(--match)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--error)" },
  ".cm-gutter-lint": { width: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0", display: "flex", alignItems: "center" },
  ".cm-lint-marker": { width: "9px", height: "9px" },
  ".cm-lint-marker-error": marker("var(--error)", "50%"),
  ".cm-lint-marker-warning": marker("var(--warning)", "2px"),
  ".cm-lint-marker-info": marker("var(--info)", "3px 3px 50% 50%"),
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--edge)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
    maxWidth: "min(560px, calc(100vw - 24px))",
  },
  ".cm-tooltip-lint": { fontFamily: "var(--sans)", fontSize: "13px", lineHeight: "1.5" },
  ".cm-diagnostic": { padding: "10px 14px", whiteSpace: "normal", marginLeft: "0" },
  ".cm-diagnostic-error": tooltipEdge("var(--error)"),
  ".cm-diagnostic-warning": tooltipEdge("var(--warning)"),
  ".cm-diagnostic-info": tooltipEdge("var(--info)"),
  ".cm-diagnosticAction": {
    font: "600 12px var(--sans)",
    color: "var(--on-accent)",
    backgroundColor: "var(--accent)",
    borderRadius: "6px",
    padding: "4px 10px",
    margin: "8px 0 0",
    cursor: "pointer",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12.5px", maxHeight: "15em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 12px", lineHeight: "1.5" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--accent-strong)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal", marginLeft: "14px" },
  ".cm-tooltip.cm-completionInfo": {
    padding: "8px 12px",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    lineHeight: "1.5",
    maxWidth: "320px",
  },
  ".weir-meaning": {
    padding: "10px 14px",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    lineHeight: "1.5",
    whiteSpace: "normal",
  },
  ".weir-message": { fontWeight: "550" },
  ".weir-help": { color: "var(--soft)", marginTop: "3px" },
  ".weir-code": { fontFamily: "var(--mono)", fontSize: "11.5px", color: "var(--soft)", marginTop: "6px" },
  ".weir-linked": { backgroundColor: "var(--match)", borderRadius: "2px" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", borderColor: "var(--edge)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--edge)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--edge)" },
  ".cm-panel.cm-search": { fontFamily: "var(--sans)", padding: "8px 12px" },
  ".cm-panel.cm-search label": { fontSize: "12px" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--edge)",
    borderRadius: "6px",
    padding: "3px 8px",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--edge)",
    borderRadius: "6px",
    padding: "3px 10px",
  },
  ".cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--selection)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.definition(tags.propertyName), tags.propertyName, tags.attributeName], color: "var(--code-key)" },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.typeName, tags.standard(tags.name), tags.className], color: "var(--code-type)" },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.paren], color: "var(--code-mark)" },
  { tag: [tags.meta, tags.labelName, tags.special(tags.name)], color: "var(--code-name)" },
]);

export const editorLook = [look, syntaxHighlighting(colours)];
