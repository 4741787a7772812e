import { NAME } from "./chat-tools.ts";
import { checkPart } from "./parts.ts";
import type { Place } from "./place.ts";
import { expectKind, expectLength, expectMatch, expectOneOf, expectUnique } from "./shape.ts";

/** What a Chat dialect lets a message hold. */
export interface MessageRules {
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** Fields of other dialects that have no place here; unknown ones in general are let through, as recorded. */
  readonly foreign: readonly string[];
  readonly id: RegExp;
  readonly customCalls: boolean;
}

/** A3: roles, content, calls and results. */
export function checkMessages(messages: Place, rules: MessageRules): void {
  expectLength(messages, "parameter.required", [1, Number.MAX_SAFE_INTEGER]);
  for (const message of messages.items) checkMessage(message, rules);
  checkPairs(messages.items);
}

function checkMessage(message: Place, rules: MessageRules): void {
  const role = message.at("role");
  if (!expectOneOf(role, "message.role", Object.keys(rules.parts))) return;
  for (const key of rules.foreign) {
    if (message.at(key).given) message.at(key).fail("message.field", `${key} has no place in a message`);
  }
  checkContent(message, rules);
  if (message.at("tool_calls").given) checkCalls(message, rules);
  if (message.at("function_call").given) checkLegacyCall(message.at("function_call"));
  if (role.value === "tool") expectMatch(message.at("tool_call_id"), "call.id", rules.id);
  if (role.value === "function") expectKind(message.at("name"), "message.shape", "non-empty string");
}

function checkContent(message: Place, rules: MessageRules): void {
  const [role, content] = [message.at("role").text, message.at("content")];
  if (!content.given) checkAbsent(message);
  if (!content.given || typeof content.value === "string") return;
  if (!expectLength(content, "message.content", [1, Number.MAX_SAFE_INTEGER])) return;
  for (const part of content.items) {
    if (expectOneOf(part.at("type"), "part.type", rules.parts[role] ?? [])) checkPart(part);
  }
}

// A3: only with calls; an assistant message may also refer to audio, and the legacy function role allows null.
function checkAbsent(message: Place): void {
  const role = message.at("role").value;
  const stands = role === "assistant" && ["tool_calls", "function_call", "audio"].some((key) => message.at(key).given);
  const legacy = role === "function" && message.at("content").value === null;
  if (!stands && !legacy) message.at("content").fail("message.content", "content is needed where there are no calls");
}

function checkCalls(message: Place, rules: MessageRules): void {
  const calls = message.at("tool_calls");
  if (message.at("role").value !== "assistant") calls.fail("message.field", "only an assistant calls tools");
  expectLength(calls, "call.count", [1, 128]);
  for (const call of calls.items) checkCall(call, rules);
  expectUnique(
    calls.items.map((call) => call.at("id")),
    "call.duplicate",
  );
}

function checkCall(call: Place, rules: MessageRules): void {
  expectMatch(call.at("id"), "call.id", rules.id);
  if (!expectOneOf(call.at("type"), "call.shape", rules.customCalls ? ["function", "custom"] : ["function"])) return;
  const body = call.at(call.at("type").text);
  if (!expectKind(body, "call.shape", "object")) return;
  expectMatch(body.at("name"), "call.shape", NAME);
  expectKind(body.at(call.at("type").value === "custom" ? "input" : "arguments"), "call.arguments", "string");
}

function checkLegacyCall(call: Place): void {
  expectMatch(call.at("name"), "call.shape", NAME);
  expectKind(call.at("arguments"), "call.arguments", "string");
}

// A3: the results follow their calls directly, in any order, all of them and each once.
function checkPairs(messages: readonly Place[]): void {
  let open: Place | undefined;
  let results: Place[] = [];
  for (const message of messages) {
    if (message.at("role").value === "tool") {
      results.push(message.at("tool_call_id"));
      continue;
    }
    checkTurn(open, results);
    open = message;
    results = [];
  }
  checkTurn(open, results);
}

function checkTurn(message: Place | undefined, results: readonly Place[]): void {
  const calls = message?.at("tool_calls").items.map((call) => call.at("id")) ?? [];
  for (const result of results) {
    if (!calls.some((id) => id.value === result.value))
      result.fail("result.orphan", "answers no call of the message before");
  }
  for (const id of calls) {
    if (!results.some((result) => result.value === id.value))
      id.fail("result.missing", `${id.text} has no result directly after`);
  }
  expectUnique(results, "result.duplicate");
}
