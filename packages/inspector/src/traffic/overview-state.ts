import { signal } from "@preact/signals";

/** Whether a screen that has no room for both shows the overview instead of the list. */
export const isOverviewShown = signal(false);
