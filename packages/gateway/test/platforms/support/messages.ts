/** A response of Claude with a call, as all platforms send it. */
export const MESSAGE = {
  id: "msg_vrtx_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-5-5",
  content: [
    { type: "text", text: "Let me look." },
    { type: "tool_use", id: "toolu_vrtx_1", name: "weather", input: { city: "Bern" } },
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
};

/** The same response as the events of a stream. */
export const EVENTS: readonly object[] = [
  {
    type: "message_start",
    message: { ...MESSAGE, content: [], stop_reason: null, usage: { input_tokens: 10, output_tokens: 1 } },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me look." } },
  { type: "content_block_stop", index: 0 },
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "tool_use", id: "toolu_vrtx_1", name: "weather", input: {} },
  },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"city":' } },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"Bern"}' } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];

export function sse(events: readonly object[]): string {
  return events
    .map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

/** A request for such a response, as the SDK takes it. */
export const REQUEST = {
  model: "p/claude-sonnet-5-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "How is the weather in Bern?" }],
  tools: [
    {
      name: "weather",
      input_schema: { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] },
    },
  ],
};
