import type { FieldMapping } from "../../mapping/field-mapping.ts";

/** A string that is not empty: Groq and Ollama send empty strings for absent fields. */
export function filledText(...at: string[]): FieldMapping {
  return { at, is: (value) => typeof value === "string" && value !== "", emptyValue: "" };
}
