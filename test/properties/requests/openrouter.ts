import type { Conversation } from "../conversation.ts";
import { type Fields, MODELS } from "../dialects.ts";
import { type ChatForm, writeChat } from "./openai-chat.ts";

const OPENROUTER: ChatForm = {
  model: MODELS.openrouter,
  reasoning: "openai/gpt-5.1",
  id: /^.{1,64}$/,
  customTools: false,
  mediaInResults: true,
  effort: (effort) => (effort === undefined ? {} : { reasoning: { effort } }),
};

/** A conversation as a request of OpenRouter (D1 and D2 of the wire facts). */
export function write(conversation: Conversation): Fields {
  return writeChat(conversation, OPENROUTER);
}
