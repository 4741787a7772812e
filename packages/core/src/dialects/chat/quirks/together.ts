import type { ChatQuirk } from "../quirk.ts";

/** https://docs.together.ai/reference/chat-completions-1 */
export const together: ChatQuirk = { finishReasons: { eos: "end" }, cacheRead: ["/cached_tokens"] };
