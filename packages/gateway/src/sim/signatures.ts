import { hash } from "./hash.ts";

/** An opaque proof, as vendors put beside reasoning, that this provider wrote the text. */
export function seal(dialect: string, text: string): string {
  return btoa(`sim:${dialect}:${hash(`${dialect} ${text}`)}`);
}

/** Whether the proof is ours and belongs to that text. */
export function seals(dialect: string, given: string, text: string): boolean {
  return given === seal(dialect, text);
}

/** Whether the proof is ours, for a vendor that does not see the text again. */
export function isSeal(dialect: string, given: string): boolean {
  try {
    return new RegExp(`^sim:${dialect}:[0-9a-f]{32}$`).test(atob(given));
  } catch {
    // Not Base64: certainly not ours.
    return false;
  }
}
