import { signal } from "@preact/signals";

const NARROW = matchMedia("(max-width: 639px)");

/** Whether the page has one column; the style sheet has the same width. */
export const isNarrow = signal(NARROW.matches);

NARROW.addEventListener("change", ({ matches }) => {
  isNarrow.value = matches;
});
