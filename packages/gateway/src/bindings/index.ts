import { surface as anthropic } from "./anthropic.ts";
import type { Surface } from "./binding.ts";
import { surface as gemini } from "./gemini.ts";
import { surface as ollama } from "./ollama.ts";
import { surface as openaiChat } from "./openai-chat.ts";
import { surface as openaiResponses } from "./openai-responses.ts";
import { surface as openrouter } from "./openrouter.ts";

/** Every dialect that is spoken over HTTP. Where two have the same address, the one with a condition stands first. */
export const surfaces: readonly Surface[] = [anthropic, openaiResponses, gemini, ollama, openaiChat, openrouter];

/** The surface of a dialect. */
export function surfaceOf(dialect: string): Surface {
  const surface = surfaces.find((each) => each.dialect === dialect);
  if (surface === undefined) throw new Error(`no surface for ${dialect}`);
  return surface;
}
