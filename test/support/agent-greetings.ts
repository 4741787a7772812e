import type { Json } from "@toolglot/core";

/** The first request of an agent whose user says "hi", with each field that its client sends, but one short tool. */
export interface Greeting {
  readonly agent: string;
  readonly dialect: string;
  readonly body: Json;
}

const SCHEMA = {
  type: "object",
  properties: { path: { type: "string", description: "The file to read" } },
  required: ["path"],
};
const TOOL = { name: "read", description: "Reads a file" };
const CACHED = { cache_control: { type: "ephemeral" } };

export const GREETINGS: readonly Greeting[] = [
  {
    agent: "Claude Code",
    dialect: "anthropic",
    body: {
      model: "claude-opus-5-5",
      max_tokens: 128000,
      stream: true,
      system: [
        { type: "text", text: "billing: none" },
        { type: "text", text: "You help.", ...CACHED },
        { type: "text", text: "Be brief.", ...CACHED },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "It is Sunday." },
            { type: "text", text: "hi" },
          ],
        },
        {
          role: "system",
          content: [{ type: "text", text: "The folder is empty.", ...CACHED }],
          output_config: { effort: "medium" },
        },
      ],
      tools: [{ ...TOOL, input_schema: SCHEMA }],
      metadata: { user_id: "{}" },
      thinking: { type: "adaptive", display: "omitted" },
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      output_config: { effort: "medium" },
    },
  },
  {
    agent: "Codex",
    dialect: "openai-responses",
    body: {
      model: "gpt-6.1-sol",
      stream: true,
      input: [
        {
          type: "additional_tools",
          id: "at_1",
          role: "developer",
          tools: [{ type: "function", ...TOOL, strict: false, parameters: SCHEMA }],
        },
        said("developer", "msg_1", "You write code."),
        said("developer", "msg_2", "You may read.", "You may not write."),
        said("user", "msg_3", "The folder is empty."),
        said("user", "msg_4", "hi"),
      ],
      tool_choice: "auto",
      parallel_tool_calls: false,
      reasoning: { effort: "low", context: "all_turns" },
      store: false,
      include: ["reasoning.encrypted_content"],
      prompt_cache_key: "thread",
      text: { verbosity: "low" },
      client_metadata: { thread_id: "thread", turn_id: "turn" },
    },
  },
  {
    agent: "Gemini CLI",
    dialect: "gemini",
    body: {
      contents: [{ role: "user", parts: [{ text: "The folder is empty." }, { text: "hi" }] }],
      systemInstruction: { role: "user", parts: [{ text: "You help." }] },
      tools: [{ functionDeclarations: [{ ...TOOL, parametersJsonSchema: SCHEMA }] }],
      generationConfig: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
        thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" },
      },
    },
  },
  {
    agent: "OpenCode",
    dialect: "openai-chat",
    body: {
      model: "gpt-5.6",
      max_tokens: 32000,
      messages: [
        { role: "system", content: "You help." },
        { role: "user", content: "hi" },
      ],
      tools: [{ type: "function", function: { ...TOOL, parameters: SCHEMA } }],
      tool_choice: "auto",
      stream: true,
      stream_options: { include_usage: true },
    },
  },
];

function said(role: string, id: string, ...texts: readonly string[]): Json {
  return { type: "message", id, role, content: texts.map((text) => ({ type: "input_text", text })) };
}
