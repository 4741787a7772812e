import type { Place } from "./place.ts";
import { type Check, expectEqual, expectKind, expectOneOf } from "./shape.ts";

/** B1, B3: calls of the tools that OpenAI defines and the client runs. */
export const CLIENT_CALLS: Readonly<Record<string, Check>> = {
  local_shell_call: (item) => {
    const action = item.at("action");
    checkCallId(item);
    expectEqual(action.at("type"), "item.shape", "exec");
    expectTexts(action.at("command"));
    expectKind(action.at("env"), "item.shape", "object");
  },
  shell_call: (item) => {
    checkCallId(item);
    expectTexts(item.at("action").at("commands"));
  },
  apply_patch_call: (item) => {
    checkCallId(item);
    expectOneOf(item.at("status"), "item.shape", ["in_progress", "completed", "incomplete"]);
    expectOneOf(item.at("operation").at("type"), "item.shape", ["create_file", "update_file", "delete_file"]);
    expectKind(item.at("operation").at("path"), "item.shape", "string");
  },
  tool_search_call: (item) => {
    expectKind(item.at("arguments"), "item.shape", "object");
    if (item.at("execution").value === "client") checkCallId(item);
  },
};

/** B1, B3: what those tools gave. */
export const CLIENT_OUTPUTS: Readonly<Record<string, Check>> = {
  local_shell_call_output: (item) => expectKind(item.at("output"), "item.shape", "string"),
  shell_call_output: (item) => {
    checkCallId(item);
    expectKind(item.at("output"), "item.shape", "array");
  },
  apply_patch_call_output: (item) => {
    checkCallId(item);
    expectOneOf(item.at("status"), "item.shape", ["completed", "failed"]);
  },
  tool_search_output: (item) => expectKind(item.at("tools"), "item.shape", "array"),
};

function checkCallId(item: Place): void {
  expectKind(item.at("call_id"), "call.id", "non-empty string");
}

function expectTexts(list: Place): void {
  if (!expectKind(list, "item.shape", "array")) return;
  for (const each of list.items) expectKind(each, "item.shape", "string");
}
