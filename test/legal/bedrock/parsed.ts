import type { Json } from "../../support/json.ts";

/** The value of a JSON text; nothing where it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
