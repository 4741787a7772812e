import type { PlaygroundKind } from "../core-worker/playground/views.ts";

/** Something to begin with. */
export interface PlaygroundExample {
  readonly name: string;
  readonly what: PlaygroundKind;
  readonly text: string;
  readonly profile?: string;
}

const TOOLS = [
  {
    name: "label_set",
    description: "Sets the labels of an issue.",
    inputSchema: {
      type: "object",
      required: ["issue"],
      properties: {
        issue: { type: "integer", minimum: 1 },
        labels: { type: "object", additionalProperties: { type: "string" } },
        due: { type: "string", format: "date" },
      },
    },
    annotations: { idempotentHint: true },
  },
  {
    name: "files.search",
    description: "Finds files by name and size.",
    inputSchema: {
      type: "object",
      properties: {
        pattern: { type: "string", pattern: "^[^/]+$" },
        size: { oneOf: [{ type: "integer" }, { const: "any" }] },
      },
    },
  },
];

const REQUEST = {
  model: "claude-opus-5-5",
  max_tokens: 32000,
  top_k: 40,
  thinking: { type: "enabled", budget_tokens: 4000 },
  system: [{ type: "text", text: "You are a careful engineer.", cache_control: { type: "ephemeral" } }],
  tools: [
    {
      name: "read_file",
      description: "Reads a file of the project.",
      input_schema: {
        type: "object",
        required: ["path"],
        properties: { path: { type: "string" }, offset: { type: "integer", minimum: 0 } },
      },
    },
  ],
  messages: [
    { role: "user", content: "Fix the failing test." },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I will read it first." },
        { type: "tool_use", id: "toolu_01", name: "read_file", input: { path: "test/a.test.ts" } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_01", is_error: true, content: "no such file" }],
    },
  ],
};

const RESPONSE = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1790000000,
  model: "gpt-5.6",
  system_fingerprint: "fp_1",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: "Both at once.",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Bern"}' } },
          { id: "call_2", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
        ],
      },
      finish_reason: "tool_calls",
    },
  ],
  usage: {
    prompt_tokens: 812,
    completion_tokens: 54,
    total_tokens: 866,
    prompt_tokens_details: { cached_tokens: 640 },
  },
};

const HEAD = { modelVersion: "gemini-3.8-pro", responseId: "r1" };

const STREAM = [
  { candidates: [{ content: { role: "model", parts: [{ text: "It rains " }] }, index: 0 }], ...HEAD },
  { candidates: [{ content: { role: "model", parts: [{ text: "in Bern." }] }, index: 0 }], ...HEAD },
  {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ functionCall: { id: "fc-1", name: "remind", args: { text: "umbrella" } } }],
        },
        finishReason: "STOP",
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 9, totalTokenCount: 29 },
    ...HEAD,
  },
];

/** One of each kind, each in another dialect, and each with something that some dialect cannot say. */
export const EXAMPLES: readonly PlaygroundExample[] = [
  { name: "Request of an agent", what: "request", text: pretty(REQUEST) },
  { name: "MCP tools, strict", what: "tools", text: pretty(TOOLS), profile: "strict" },
  { name: "Response with two calls", what: "response", text: pretty(RESPONSE) },
  { name: "Gemini stream", what: "stream", text: STREAM.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") },
];

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
