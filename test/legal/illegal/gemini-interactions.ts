import type { Json } from "@toolglot/core";
import type { Fields, Sample } from "./sample.ts";

const SAYS: Fields = { type: "user_input", content: [{ type: "text", text: "hi" }] };
const CALL: Fields = { type: "function_call", id: "a", name: "f", arguments: {} };
const RESULT: Fields = { type: "function_result", call_id: "a", name: "f", result: "ok" };

function request(rule: string, change: Fields): Sample {
  return ["gemini-interactions", "request", rule, { model: "m", input: [SAYS], ...change }];
}

function steps(rule: string, ...input: readonly Json[]): Sample {
  return request(rule, { input });
}

function response(rule: string, change: Fields): Sample {
  const interaction = { id: "v1_1", object: "interaction", status: "completed", steps: [] };
  return ["gemini-interactions", "response", rule, { ...interaction, ...change }];
}

/** What the Interactions API would refuse, and which rule says so. */
export const ILLEGAL: readonly Sample[] = [
  ["gemini-interactions", "request", "shape", ""],
  request("unknown-field", { max_tokens: 1 }),
  request("unknown-field", { generation_config: { topK: 1 } }),
  request("input", { input: [] }),
  request("system_instruction", { system_instruction: [] }),
  request("thinking-level", { generation_config: { thinking_level: "max" } }),
  request("tool-choice", { generation_config: { tool_choice: "required" } }),
  request("tool-type", { tools: [{ type: "custom" }] }),
  request("tool-name", { tools: [{ type: "function", name: "1" }] }),
  request("format-schema", { response_format: { type: "text", schema: {} } }),
  steps("step-type", { type: "message" }),
  steps("content-type", { type: "user_input", content: [{ type: "input_text" }] }),
  steps("medium", { type: "user_input", content: [{ type: "image" }] }),
  steps("first-user", CALL, RESULT),
  steps("call-answered", SAYS, CALL),
  steps("result-call", SAYS, RESULT),
  steps("result-name", SAYS, CALL, { ...RESULT, name: "g" }),
  steps("call-arguments", SAYS, { ...CALL, arguments: "{}" }, RESULT),
  steps("signature-base64", SAYS, { type: "thought", signature: "tg1:x" }),
  response("status", { status: "done" }),
  response("status", { steps: [CALL] }),
  response("object", { object: "response" }),
  response("time", { created: 1 }),
];
