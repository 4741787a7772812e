// A small agent on Anthropic's SDK for Bedrock: it reads the files that the model asks for, until the model asks for none.
// usage: node bedrock-sdk.mjs PROMPT
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { CLIENTS_MODULES, ANTHROPIC_BEDROCK_BASE_URL: baseURL } = process.env;
const { AnthropicBedrock } = createRequire(join(CLIENTS_MODULES, "index.js"))("@anthropic-ai/bedrock-sdk");
const client = new AnthropicBedrock({ baseURL, maxRetries: 1 });
const input_schema = { type: "object", properties: { file_path: { type: "string" } }, required: ["file_path"] };
const tools = [{ name: "Read", description: "Reads a file.", input_schema }];
const messages = [{ role: "user", content: process.argv[2] ?? "" }];

for (let turn = 0; ; turn++) {
  const message = await answer(turn);
  messages.push({ role: "assistant", content: message.content });
  const calls = message.content.filter(({ type }) => type === "tool_use");
  if (calls.length === 0) {
    console.log(message.content.map(({ text = "" }) => text).join(""));
    break;
  }
  messages.push({ role: "user", content: calls.map(resultOf) });
}

// Every second response is streamed.
function answer(turn) {
  const request = {
    model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    max_tokens: 8000,
    thinking: { type: "enabled", budget_tokens: 2000 },
    tools,
    messages,
  };
  return turn % 2 === 0 ? client.messages.stream(request).finalMessage() : client.messages.create(request);
}

function resultOf({ id, input }) {
  try {
    return { type: "tool_result", tool_use_id: id, content: readFileSync(input.file_path, "utf8") };
  } catch (error) {
    return { type: "tool_result", tool_use_id: id, is_error: true, content: error.message };
  }
}
