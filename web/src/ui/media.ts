import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 900px)");

/** There is room for one view at a time only. */
export const narrow = signal(query.matches);
query.addEventListener("change", () => (narrow.value = query.matches));
