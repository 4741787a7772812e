import type { ChatQuirk } from "../quirk.ts";

/** https://github.com/togethercomputer/together-typescript/blob/main/src/resources/chat/completions.ts */
export const together: ChatQuirk = {
  finishReasons: { eos: "end" },
  // `text` repeats the content of the delta.
  choiceMetadata: ["seed", "text"],
  deltaMetadata: ["token_id"],
};
