import type { Place } from "./place.ts";
import { expectEqual, expectKind, expectLength, expectOneOf, expectUnique } from "./shape.ts";

/** A5: a completion, with the reasons for finishing that the dialect knows. */
export function checkCompletion(body: Place, reasons: readonly string[]): void {
  if (!expectKind(body, "body.object", "object")) return;
  expectKind(body.at("id"), "response.shape", "non-empty string");
  expectEqual(body.at("object"), "response.shape", "chat.completion");
  expectKind(body.at("created"), "response.shape", "integer");
  expectKind(body.at("model"), "response.shape", "string");
  expectLength(body.at("choices"), "response.choices", [1, 128]);
  body.at("choices").items.forEach((choice, index) => {
    expectEqual(choice.at("index"), "response.choices", index);
    checkChoice(choice, reasons);
  });
  if (body.at("usage").given) checkUsage(body.at("usage"));
}

function checkChoice(choice: Place, reasons: readonly string[]): void {
  const message = choice.at("message");
  if (!expectKind(message, "response.shape", "object")) return;
  expectEqual(message.at("role"), "response.shape", "assistant");
  expectKind(message.at("content"), "response.shape", "string", "null");
  if (message.at("refusal").present) expectKind(message.at("refusal"), "response.shape", "string", "null");
  expectOneOf(choice.at("finish_reason"), "response.finish", reasons);
  const calls = message.at("tool_calls");
  if (calls.given) expectLength(calls, "call.count", [1, 128]);
  for (const call of calls.items) checkCall(call, choice.at("finish_reason").value === "length");
  expectUnique(
    calls.items.map((call) => call.at("id")),
    "call.duplicate",
  );
  checkReason(choice);
}

// A2: a forced call finishes with stop, so that only the other direction is wrong.
function checkReason(choice: Place): void {
  const [reason, message] = [choice.at("finish_reason"), choice.at("message")];
  const needs = { tool_calls: "tool_calls", function_call: "function_call" }[reason.text];
  if (needs !== undefined && !message.at(needs).given) reason.fail("response.finish", `${reason.text} without a call`);
}

function checkCall(call: Place, cut: boolean): void {
  expectKind(call.at("id"), "call.id", "non-empty string");
  if (!expectOneOf(call.at("type"), "call.shape", ["function", "custom"])) return;
  const body = call.at(call.at("type").text);
  expectKind(body.at("name"), "call.shape", "non-empty string");
  if (call.at("type").value === "custom") expectKind(body.at("input"), "call.arguments", "string");
  else if (expectKind(body.at("arguments"), "call.arguments", "string")) checkArguments(body.at("arguments"), cut);
}

/** A6.1: strict tools make the SDK parse the arguments, and nothing is no JSON; a call that was cut off may end anywhere. */
export function checkArguments(place: Place, cut: boolean): void {
  if (place.value === "" && !cut) place.fail("response.empty-arguments", "no arguments are {}");
}

/** A5: counts. */
export function checkUsage(usage: Place): void {
  for (const key of ["prompt_tokens", "completion_tokens", "total_tokens"]) {
    expectKind(usage.at(key), "response.usage", "integer");
  }
  for (const key of ["prompt_tokens_details", "completion_tokens_details"]) {
    if (usage.at(key).given) expectKind(usage.at(key), "response.usage", "object");
  }
}
