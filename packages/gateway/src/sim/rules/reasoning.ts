import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn, stringifyJson } from "@toolglot/core/base";
import { object, objects, string, texts } from "../dialects/reading.ts";
import { hash } from "../hash.ts";
import { RefusedRequest } from "../refused-request.ts";
import { signatureFor } from "../signatures.ts";
import { field } from "./gemini-fields.ts";

/** A call without what clients may change: its id and the order of its keys. */
export interface SignedCall {
  readonly name: string;
  /** The arguments of a function, or the text for a custom tool. */
  readonly input: Json;
}

/** Models that always reason, and that refuse to continue a tool loop without their reasoning: `sim-thinking`, `thinking`. */
export function alwaysReasons(model: string): boolean {
  return /(?:^|[-/])thinking\b/.test(model);
}

/** The reasoning of such a model before these calls; it is unique for them. */
export function reasoningBefore(calls: readonly SignedCall[]): string {
  if (calls.length === 0) return "The answer can be given at once.";
  const names = calls.map(({ name }) => name).join(" and ");
  const inputs = calls.map(({ input }) => (isObject(input) ? Object.entries(input).sort(byKey) : input));
  return `To answer, ${names} must be called. (${hash(stringifyJson(inputs)).slice(0, 12)})`;
}

function byKey([one]: [string, Json], [other]: [string, Json]): number {
  return one < other ? -1 : 1;
}

/** Refuses a request that lacks reasoning since the last user message, with the vendor's error message. */
export function checkReasoning(dialect: string, body: JsonObject): void {
  RULES[dialect]?.(body);
}

const RULES: Readonly<Record<string, (body: JsonObject) => void>> = {
  anthropic: checkMessages,
  bedrock: checkConverse,
  gemini: checkContents,
  "gemini-interactions": checkThoughts,
  "openai-chat": checkChat,
  "openai-responses": checkItems,
  openrouter: checkDetails,
};

// ── Anthropic ───────────────────────────────────────────────────────────────

/** https://docs.claude.com/en/docs/build-with-claude/extended-thinking#preserving-thinking-blocks */
function checkMessages({ messages, thinking }: JsonObject): void {
  if (object(thinking).type === "disabled") return;
  const all = objects(messages).map(({ role, content }) => ({ role, blocks: objects(content) }));
  const last = objects(messages).findLastIndex(({ role, content }) => role === "user" && texts(content) !== "");
  all.forEach(({ role, blocks }, index) => {
    const calls = blocks.filter(({ type }) => type === "tool_use").map(({ name, input }) => known(name, input));
    if (index < last || role !== "assistant" || calls.length === 0) return;
    const [first = {}] = blocks;
    if (first.type !== "thinking" || first.thinking !== reasoningBefore(calls))
      throw new RefusedRequest(
        `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${string(first.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
      );
  });
}

// ── Bedrock ─────────────────────────────────────────────────────────────────

/** https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html */
function checkConverse({ messages }: JsonObject): void {
  const all = objects(messages).map(({ role, content }) => ({ role, blocks: objects(content) }));
  const last = all.findLastIndex(({ role, blocks }) => role === "user" && texts(blocks) !== "");
  all.forEach(({ role, blocks }, index) => {
    const uses = blocks.map(({ toolUse }) => toolUse).filter(isObject);
    const calls = uses.map(({ name, input }) => known(name, input));
    if (index < last || role !== "assistant" || calls.length === 0) return;
    const { reasoningText } = object(blocks[0]?.reasoningContent);
    if (object(reasoningText).text !== reasoningBefore(calls))
      throw new RefusedRequest(
        `The model returned the following errors: messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
      );
  });
}

// ── Gemini ──────────────────────────────────────────────────────────────────

/** https://ai.google.dev/gemini-api/docs/thought-signatures */
function checkContents({ contents }: JsonObject): void {
  const all = objects(contents);
  const last = all.findLastIndex(
    ({ role, parts }) => role !== "model" && objects(parts).some((part) => typeof part.text === "string"),
  );
  all.forEach(({ role, parts }, index) => {
    const calling = objects(parts).filter((part) => isObject(field(part, "functionCall")));
    const [first] = calling;
    if (index < last || role !== "model" || first === undefined) return;
    const calls = calling.map((part) => {
      const { name, args } = object(field(part, "functionCall"));
      return known(name, args);
    });
    if (field(first, "thoughtSignature") !== signatureFor("gemini", reasoningBefore(calls)))
      throw new RefusedRequest(
        `Function call \`${calls[0]?.name}\` in the \`${index + 1}.\` content block is missing a \`thought_signature\`. Learn more: https://ai.google.dev/gemini-api/docs/thought-signatures`,
      );
  });
}

/** As in generateContent, but a signature is a step of its own: https://ai.google.dev/gemini-api/docs/interactions/thinking */
function checkThoughts({ input }: JsonObject): void {
  let signatures: string[] = [];
  let calls: SignedCall[] = [];
  const steps = objects(input);
  const last = steps.findLastIndex(({ type, content }) => type === "user_input" && texts(content) !== "");
  for (const step of [...steps.slice(last + 1), {} as JsonObject]) {
    if (step.type === "function_call") calls = [...calls, known(step.name, step.arguments)];
    else if (step.type === "thought") signatures = [...signatures, string(step.signature)];
    else if (calls.length > 0) {
      if (!signatures.includes(signatureFor("gemini-interactions", reasoningBefore(calls))))
        throw new RefusedRequest(`The function call \`${calls[0]?.name}\` is missing the thought that led to it.`);
      signatures = [];
      calls = [];
    }
  }
}

// ── Chat ────────────────────────────────────────────────────────────────────

/** https://api-docs.deepseek.com/guides/thinking_mode */
function checkChat({ messages }: JsonObject): void {
  for (const { calls, message } of callingMessages(messages))
    if (message.reasoning_content !== reasoningBefore(calls))
      throw new RefusedRequest("The `reasoning_content` in the thinking mode must be passed back to the API.");
}

/** https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks */
function checkDetails({ messages }: JsonObject): void {
  for (const { calls, message } of callingMessages(messages)) {
    const expected = reasoningBefore(calls);
    const details = objects(message.reasoning_details);
    const text = details.map(({ text }) => string(text)).join("");
    if (text !== expected || !details.some(({ signature }) => signature === signatureFor("openrouter", expected)))
      throw new RefusedRequest("Provider returned error: the reasoning_details of an earlier turn are missing.");
  }
}

function callingMessages(messages: JsonObject[string] | undefined): { calls: SignedCall[]; message: JsonObject }[] {
  const all = objects(messages);
  const last = all.findLastIndex(({ role }) => role === "user");
  return all.slice(last + 1).flatMap((message) => {
    const calls = objects(message.tool_calls).map((call) => {
      const { name, arguments: args, input } = object(call.function ?? call.custom);
      return known(name, args ?? input);
    });
    return message.role === "assistant" && calls.length > 0 ? [{ calls, message }] : [];
  });
}

// ── Responses ───────────────────────────────────────────────────────────────

/** https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context */
function checkItems({ input }: JsonObject): void {
  let reasoned: JsonObject[] = [];
  let calls: SignedCall[] = [];
  const last = objects(input).findLastIndex(({ role }) => role === "user");
  for (const item of [...objects(input).slice(last + 1), {} as JsonObject]) {
    const isCall = item.type === "function_call" || item.type === "custom_tool_call";
    if (isCall) calls = [...calls, known(item.name, item.arguments ?? item.input)];
    else if (item.type === "reasoning") reasoned = [...reasoned, item];
    else if (calls.length > 0) {
      checkStep(reasoned, calls);
      reasoned = [];
      calls = [];
    }
  }
}

function checkStep(reasoned: readonly JsonObject[], calls: readonly SignedCall[]): void {
  const expected = signatureFor("openai-responses", reasoningBefore(calls));
  if (reasoned.some(({ encrypted_content }) => encrypted_content === expected)) return;
  throw new RefusedRequest(
    `Item of type 'function_call' (${calls[0]?.name}) was provided without its required 'reasoning' item.`,
  );
}

function known(name: Json | undefined, input: Json | undefined = {}): SignedCall {
  return { name: string(name), input: typeof input === "string" ? (jsonIn(input) ?? input) : input };
}
