import type { Place } from "../place.ts";

/** Google's APIs refuse fields that they do not know, wherever they stand (B1). */
export function checkFields(place: Place, known: readonly string[]): void {
  place.onlyKeys(known, "unknown-field", "Cannot find field.");
}

/** A list of words. */
export function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
