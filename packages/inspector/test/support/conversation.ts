import type { Json } from "@toolglot/core";

/** A turn of a coding agent, with settings that OpenAI does not have. */
export const CLAUDE_REQUEST: Json = {
  model: "claude-opus-5-5",
  max_tokens: 32_000,
  temperature: 1,
  top_k: 40,
  stream: true,
  system: [
    { type: "text", text: "You are a coding agent. Work in small steps.", cache_control: { type: "ephemeral" } },
  ],
  context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
  messages: [
    { role: "user", content: "Fix the failing test" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I'll read the file first." },
        { type: "tool_use", id: "toolu_01", name: "Read", input: { file_path: "a.ts" } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_01", content: "1  export const answer = 41;\n2  // ready" }],
    },
  ],
  tools: [
    {
      name: "Read",
      description: "Reads a file.",
      input_schema: {
        type: "object",
        properties: {
          file_path: { type: "string", description: "The absolute path." },
          offset: { type: "integer", minimum: 0 },
          limit: { type: "integer", exclusiveMinimum: 0 },
        },
        required: ["file_path"],
      },
    },
    {
      name: "Bash",
      description: "Runs a command.",
      input_schema: {
        type: "object",
        properties: { command: { type: "string" }, env: { type: "object", additionalProperties: { type: "string" } } },
        required: ["command"],
      },
    },
    {
      name: "Edit",
      description: "Replaces text in a file.",
      input_schema: {
        type: "object",
        properties: { file_path: { type: "string" }, old: { type: "string" }, new: { type: "string" } },
        required: ["file_path", "old", "new"],
      },
    },
  ],
};

/** The answer of a Responses API: a text, then a call, in frames as OpenAI sends them. */
export const RESPONSES_STREAM: readonly string[] = [
  event("response.created", {
    response: { id: "resp_1", object: "response", model: "gpt-5.6", status: "in_progress", output: [] },
  }),
  event("response.output_item.added", {
    output_index: 0,
    item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
  }),
  event("response.content_part.added", {
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    part: { type: "output_text", text: "", annotations: [] },
  }),
  ...["I'll ", "look ", "at ", "the ", "failing ", "test ", "first."].map((delta) =>
    event("response.output_text.delta", { item_id: "msg_1", output_index: 0, content_index: 0, delta }),
  ),
  event("response.output_text.done", {
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    text: "I'll look at the failing test first.",
  }),
  event("response.output_item.done", {
    output_index: 0,
    item: {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "I'll look at the failing test first.", annotations: [] }],
    },
  }),
  event("response.output_item.added", {
    output_index: 1,
    item: { type: "function_call", id: "fc_1", call_id: "call_1", name: "Bash", arguments: "", status: "in_progress" },
  }),
  ...['{"command":', '"npm test",', '"env":', "null}"].map((delta) =>
    event("response.function_call_arguments.delta", { item_id: "fc_1", output_index: 1, delta }),
  ),
  event("response.output_item.done", {
    output_index: 1,
    item: {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "Bash",
      arguments: '{"command":"npm test","env":null}',
      status: "completed",
    },
  }),
  event("response.completed", {
    response: {
      id: "resp_1",
      object: "response",
      model: "gpt-5.6",
      status: "completed",
      output: [
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "I'll look at the failing test first.", annotations: [] }],
        },
        {
          type: "function_call",
          id: "fc_1",
          call_id: "call_1",
          name: "Bash",
          arguments: '{"command":"npm test","env":null}',
          status: "completed",
        },
      ],
      usage: {
        input_tokens: 39_314,
        input_tokens_details: { cached_tokens: 38_110 },
        output_tokens: 211,
        output_tokens_details: { reasoning_tokens: 96 },
        total_tokens: 39_525,
      },
    },
  }),
];

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`;
}
