import type { Rendered, Script } from "../script.ts";
import { render as renderChat } from "./openai-chat.ts";

/** A stream of OpenRouter (D3 of the wire facts): as Chat's, with comments while it waits. */
export function render(script: Script): Rendered {
  return renderChat({ ...script, variants: script.variants & ~0b10000000111 }, { reasoning: "reasoning" });
}
