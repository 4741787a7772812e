import { signal } from "@preact/signals";

/** Whether the list of keys is shown. */
export const isHelpOpen = signal(false);
