import type { ChatQuirk } from "../quirk.ts";

/**
 * xAI counts reasoning tokens in `total_tokens` but not in `completion_tokens`:
 * https://docs.x.ai/docs/key-information/consumption-and-rate-limits, https://github.com/vercel/ai/pull/12425
 */
export const xai: ChatQuirk = {
  reasoningFields: ["reasoning_content"],
  excludesReasoning: ({ input, output, reasoning, total }) => {
    if (input === undefined || output === undefined || total === undefined || !reasoning) return false;
    return input + output !== total && input + output + reasoning === total;
  },
};
