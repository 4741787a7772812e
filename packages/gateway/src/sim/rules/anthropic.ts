import type { JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { SimRequest } from "../dialects/dialect.ts";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { isSignatureOf } from "../signatures.ts";
import { checkClaude } from "./anthropic-models.ts";

/** Refuses what the Messages API refuses. */
export function checkAnthropic({ body, headers, isCount: counts }: SimRequest): void {
  if (headers["anthropic-version"] === undefined) throw new RefusedRequest("anthropic-version: header is required");
  if (!counts && typeof body.max_tokens !== "number") throw new RefusedRequest("max_tokens: Field required");
  const messages = objects(body.messages);
  if (messages.length === 0) throw new RefusedRequest("messages: at least one message is required");
  checkFields(body);
  checkTools(body);
  checkClaude(body);
  messages.forEach(checkMessage);
  const turns = merged(messages);
  turns.forEach((turn, index) => {
    checkUses(turn, turns[index + 1], index);
    checkResults(turn, turns[index - 1], index);
  });
  checkUnique(turns);
  checkThinking(turns);
}

/** The fields of a body, with those of betas; all others are refused. */
const FIELDS: ReadonlySet<string> = new Set([
  ...["model", "max_tokens", "messages", "system", "tools", "tool_choice", "stop_sequences", "stream", "thinking"],
  ...["output_config", "output_format", "metadata", "service_tier", "speed", "inference_geo", "container"],
  ...["cache_control", "diagnostics", "temperature", "top_p", "top_k", "mcp_servers", "context_management"],
  ...["compaction", "fallbacks", "fallback_credit_token", "thread"],
]);

function checkFields(body: JsonObject): void {
  const extra = Object.keys(body).find((name) => !FIELDS.has(name));
  if (extra !== undefined) throw new RefusedRequest(`${extra}: Extra inputs are not permitted`);
  const { temperature, thinking, max_tokens: most } = body;
  if (temperature !== undefined && (typeof temperature !== "number" || temperature < 0 || temperature > 1))
    throw new RefusedRequest("temperature: Input should be a number from 0 to 1");
  if (Array.isArray(body.stop_sequences) && body.stop_sequences.some((stop) => String(stop).trim() === ""))
    throw new RefusedRequest("stop_sequences: each stop sequence must contain non-whitespace");
  for (const { text } of objects(body.system))
    if (text === "") throw new RefusedRequest("system: text content blocks must be non-empty");
  if (thinking === undefined) return;
  const { type, budget_tokens: budget } = object(thinking);
  if (!["adaptive", "enabled", "disabled", "between_tools"].includes(string(type)))
    throw new RefusedRequest("thinking.type: Input should be 'adaptive', 'enabled', 'disabled' or 'between_tools'");
  if (type !== "enabled") return;
  if (typeof budget !== "number") throw new RefusedRequest("thinking.enabled.budget_tokens: Field required");
  if (budget < 1024)
    throw new RefusedRequest("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  if (typeof most === "number" && most <= budget)
    throw new RefusedRequest("`max_tokens` must be greater than `thinking.budget_tokens`.");
}

function checkTools({ tools, tool_choice, thinking }: JsonObject): void {
  const names = objects(tools).map(({ name }) => string(name));
  if (new Set(names).size < names.length) throw new RefusedRequest("tools: Tool names must be unique.");
  for (const [index, tool] of objects(tools).entries()) checkTool(tool, `tools.${index}.custom`);
  if (tool_choice === undefined) return;
  if (!isObject(tool_choice)) throw new RefusedRequest("tool_choice: Input should be an object");
  checkChoice(tool_choice, names);
  if ((tool_choice.type === "tool" || tool_choice.type === "any") && object(thinking).type === "enabled")
    throw new RefusedRequest("Thinking may not be enabled when tool_choice forces tool use.");
}

function checkTool({ type, name, input_schema }: JsonObject, place: string): void {
  if (type !== undefined && type !== null && type !== "custom") return;
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(string(name)))
    throw new RefusedRequest(`${place}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  if (!isObject(input_schema)) throw new RefusedRequest(`${place}.input_schema: Field required`);
  if (input_schema.type !== "object") throw new RefusedRequest(`${place}.input_schema.type: Input should be 'object'`);
}

function checkChoice({ type, name }: JsonObject, names: readonly string[]): void {
  if (!["auto", "any", "tool", "none"].includes(string(type)))
    throw new RefusedRequest("tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none'");
  if (names.length === 0) throw new RefusedRequest("tool_choice: may only be specified while providing tools.");
  if (type === "tool" && !names.includes(string(name)))
    throw new RefusedRequest(`tool_choice.name: Tool '${string(name)}' not found in provided tools`);
}

function checkMessage({ role, content }: JsonObject, index: number): void {
  if (role !== "user" && role !== "assistant" && role !== "system")
    throw new RefusedRequest(`messages.${index}.role: Input should be 'user' or 'assistant'`);
  if (index === 0 && role !== "user") throw new RefusedRequest('messages: first message must use the "user" role');
  if (typeof content !== "string" && !Array.isArray(content))
    throw new RefusedRequest(`messages.${index}.content: Field required`);
  if (role === "user" && content.length === 0)
    throw new RefusedRequest(`messages.${index}: user messages must have non-empty content`);
  objects(content).forEach((block, at) => {
    checkBlock(block, `messages.${index}.content.${at}`);
    checkRole(block, role, `messages.${index}`);
  });
}

function checkBlock(block: JsonObject, place: string): void {
  const { type } = block;
  if (type === "text" && string(block.text) === "")
    throw new RefusedRequest("messages: text content blocks must be non-empty");
  if (type === "text" && string(block.text).trim() === "")
    throw new RefusedRequest("messages: text content blocks must contain non-whitespace text");
  if (!BLOCKS.test(string(type)))
    throw new RefusedRequest(
      `${place}: Input tag '${string(type)}' found using 'type' does not match any of the expected tags`,
    );
  if (type === "tool_result" && objects(block.content).some(({ text }) => text === ""))
    throw new RefusedRequest("messages: text content blocks must be non-empty");
  if (type === "tool_use") checkUse(block, place);
}

function checkRole({ type }: JsonObject, role: string, place: string): void {
  if (type === "tool_use" && role !== "assistant")
    throw new RefusedRequest(`${place}: \`tool_use\` blocks can only be in \`assistant\` messages`);
  if (type === "tool_result" && role !== "user")
    throw new RefusedRequest(`${place}: \`tool_result\` blocks can only be in \`user\` messages`);
}

const BLOCKS =
  /^(?:text|image|document|search_result|(?:redacted_)?thinking|container_upload|compaction|fallback|(?:\w+_)?tool_(?:use|result|listing|addition|removal))$/;

function checkUse({ id, input }: JsonObject, place: string): void {
  if (!/^[a-zA-Z0-9_-]+$/.test(string(id)))
    throw new RefusedRequest(`${place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  if (!isObject(input)) throw new RefusedRequest(`${place}.tool_use.input: Input should be a valid dictionary`);
}

/** Consecutive messages of one role are one turn; a system message between them does not end it. */
function merged(messages: readonly JsonObject[]): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    if (role === "system") continue;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : objects(content);
    const last = turns.at(-1);
    if (last !== undefined && last.role === role)
      turns[turns.length - 1] = { ...last, blocks: [...last.blocks, ...blocks] };
    else turns.push({ role: string(role), blocks });
  }
  return turns;
}

interface Turn {
  readonly role: string;
  readonly blocks: readonly JsonObject[];
}

function checkUses({ blocks }: Turn, next: Turn | undefined, index: number): void {
  const ids = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => string(id));
  // Results must come first in a message.
  const first = next?.blocks.findIndex(({ type }) => type !== "tool_result") ?? 0;
  const results = (first < 0 ? next?.blocks : next?.blocks.slice(0, first)) ?? [];
  const missing = ids.filter((id) => !results.some(({ tool_use_id }) => tool_use_id === id));
  if (missing.length > 0)
    throw new RefusedRequest(
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
}

function checkResults({ blocks }: Turn, before: Turn | undefined, index: number): void {
  const at = blocks.findIndex(
    ({ type, tool_use_id }) =>
      type === "tool_result" &&
      before?.blocks.some(({ type: kind, id }) => kind === "tool_use" && id === tool_use_id) !== true,
  );
  if (at < 0) return;
  throw new RefusedRequest(
    `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${string(blocks[at]?.tool_use_id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  );
}

function checkUnique(turns: readonly Turn[]): void {
  const ids = turns.flatMap(({ blocks }) => blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id));
  if (new Set(ids).size < ids.length) throw new RefusedRequest("messages: `tool_use` ids must be unique");
}

function checkThinking(turns: readonly Turn[]): void {
  turns.forEach(({ blocks }, index) => {
    blocks.forEach(({ type, thinking: text, signature }, at) => {
      if (type === "thinking" && !isSignatureOf("anthropic", string(signature), string(text)))
        throw new RefusedRequest(`messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block`);
    });
  });
}

/** Whether pending calls were made without thinking: the model then does not begin to think before their results. */
export function calledUnthinking({ messages }: JsonObject): boolean {
  const { blocks = [] } = merged(objects(messages)).findLast(({ role }) => role === "assistant") ?? {};
  const [first] = blocks;
  return blocks.at(-1)?.type === "tool_use" && first?.type !== "thinking" && first?.type !== "redacted_thinking";
}
