import { binding as anthropic } from "./anthropic.ts";
import type { HttpBinding } from "./binding.ts";
import { binding as gemini } from "./gemini.ts";
import { binding as ollama } from "./ollama.ts";
import { binding as openaiChat } from "./openai-chat.ts";
import { binding as openaiResponses } from "./openai-responses.ts";
import { binding as openrouter } from "./openrouter.ts";

/** Every dialect that is spoken over HTTP. Where two have the same address, the one with a condition stands first. */
export const bindings: readonly HttpBinding[] = [anthropic, openaiResponses, gemini, ollama, openaiChat, openrouter];

/** The surface of a dialect. */
export function bindingFor(dialect: string): HttpBinding {
  const surface = bindings.find((each) => each.dialect === dialect);
  if (surface === undefined) throw new Error(`no surface for ${dialect}`);
  return surface;
}
