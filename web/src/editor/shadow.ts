// Editors live in shadow roots: there CodeMirror adopts constructed style sheets, where in the document it
// would need inline styles, which the content security policy refuses.
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}
