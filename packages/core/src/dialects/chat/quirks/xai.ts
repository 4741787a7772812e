import type { ChatQuirk } from "../quirk.ts";

/**
 * xAI does not count reasoning tokens as completion tokens; only the total tells:
 * https://docs.x.ai/docs/api-reference#chat-completions
 */
export const xai: ChatQuirk = {
  reasoningFields: ["reasoning_content"],
  excludesReasoning: ({ input, output, reasoning, total }) => {
    if (input === undefined || output === undefined || total === undefined || !reasoning) return false;
    return input + output !== total && input + output + reasoning === total;
  },
};
