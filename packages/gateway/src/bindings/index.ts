import { binding as anthropic } from "./anthropic.ts";
import { binding as bedrock } from "./bedrock.ts";
import { binding as bedrockInvoke } from "./bedrock-invoke.ts";
import type { HttpBinding } from "./binding.ts";
import { binding as gemini } from "./gemini.ts";
import { binding as geminiInteractions } from "./gemini-interactions.ts";
import { binding as ollama } from "./ollama.ts";
import { binding as openaiChat } from "./openai-chat.ts";
import { binding as openaiResponses } from "./openai-responses.ts";
import { binding as openrouter } from "./openrouter.ts";

/** The dialects that are spoken over HTTP. Of two with the same path, the one with a condition comes first. */
export const bindings: readonly HttpBinding[] = [
  anthropic,
  openaiResponses,
  geminiInteractions,
  gemini,
  ollama,
  bedrock,
  openaiChat,
  openrouter,
];

/** All that clients speak: the dialects, and the platforms on which they ask for another vendor's. */
export const clientBindings: readonly HttpBinding[] = [...bindings, bedrockInvoke];

/** The dialect of errors for clients whose dialect is unknown: most clients can read its errors. */
export const defaultBinding: HttpBinding = openaiChat;

/** The binding of a dialect. */
export function bindingFor(dialect: string): HttpBinding {
  const binding = byDialect.get(dialect);
  if (binding === undefined) throw new Error(`there is no HTTP binding for ${dialect}`);
  return binding;
}

const byDialect: ReadonlyMap<string, HttpBinding> = new Map(bindings.map((each) => [each.dialect, each]));
