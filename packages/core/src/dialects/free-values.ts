import type { FreeBodies } from "../fast/templates/free-values.ts";
import { freeValues as anthropic } from "./anthropic/free-values.ts";
import { freeValues as gemini } from "./gemini/free-values.ts";
import { freeValues as chat } from "./openai-chat/free-values.ts";
import { freeValues as responses } from "./openai-responses/free-values.ts";

/** The values that differ between the bodies of a dialect, by its id; bodies of the others have no templates. */
export const freeValues: Readonly<Record<string, FreeBodies>> = {
  anthropic,
  gemini,
  "openai-chat": chat,
  "openai-responses": responses,
};
