/** The arguments of CLASP's example call, as JSON. */
export const ARGUMENTS = '{"location":"San Francisco"}';

/** The arguments of AI-Gents' example call. */
export const PARIS = { location: "Paris" };

/** A Chat Completions response with CLASP's example call. */
export const CHAT_ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-4.1",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      logprobs: null,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_abc123", type: "function", function: { name: "get_weather", arguments: ARGUMENTS } }],
      },
    },
  ],
};
