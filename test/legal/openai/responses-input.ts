import { NAME } from "./chat-tools.ts";
import { CLIENT_CALLS, CLIENT_OUTPUTS } from "./client-items.ts";
import { checkPart } from "./parts.ts";
import type { Place } from "./place.ts";
import { checkPairs } from "./responses-pairs.ts";
import { checkTool } from "./responses-tools.ts";
import { type Check, expectKind, expectMatch, expectOneOf, expectUnique } from "./shape.ts";

/** B3: the input, a string or items. */
export function checkInput(body: Place): void {
  const input = body.at("input");
  if (!input.given || !expectKind(input, "parameter.type", "string", "array")) return;
  for (const item of input.items) checkItem(item);
  checkReasoning(input.items, body.at("store").value === false);
  checkPairs(body);
  expectUnique(
    input.items.filter((item) => item.at("type").value !== "item_reference").map((item) => item.at("id")),
    "item.duplicate",
  );
  for (const item of input.items.slice(0, -1)) {
    if (item.at("type").value === "compaction_trigger") item.fail("item.last", "compaction_trigger is the last item");
  }
}

function checkItem(item: Place): void {
  const type = item.at("type");
  if (!type.present) checkMessage(item);
  else if (expectOneOf(type, "item.type", [...Object.keys(ITEMS), ...PLAIN])) ITEMS[type.text]?.(item);
}

const ITEMS: Readonly<Record<string, Check>> = {
  ...CLIENT_CALLS,
  ...CLIENT_OUTPUTS,
  message: checkMessage,
  function_call: (item) => checkCall(item, "arguments"),
  custom_tool_call: (item) => checkCall(item, "input"),
  function_call_output: checkOutput,
  custom_tool_call_output: checkOutput,
  reasoning: checkReasoningShape,
  item_reference: (item) => {
    expectKind(item.at("id"), "item.shape", "non-empty string");
  },
  additional_tools: (item) => {
    expectOneOf(item.at("role"), "message.role", ["developer"]);
    expectKind(item.at("tools"), "item.shape", "array");
    for (const tool of item.at("tools").items) checkTool(tool);
  },
};

// B3: the rest of the union; what is in them is not ours to write.
const PLAIN = [
  ...["compaction", "compaction_trigger", "configuration_update", "program"],
  ...["program_output", "file_search_call", "web_search_call", "computer_call", "computer_call_output"],
  ...["image_generation_call", "code_interpreter_call", "mcp_list_tools", "mcp_approval_request"],
  ...["mcp_approval_response", "mcp_call"],
];

const INPUT_PARTS = ["input_text", "input_image", "input_file"];

function checkMessage(item: Place): void {
  const role = item.at("role");
  if (!expectOneOf(role, "message.role", ["user", "assistant", "system", "developer"])) return;
  const content = item.at("content");
  if (item.at("phase").given) expectOneOf(item.at("phase"), "item.shape", ["commentary", "final_answer"]);
  checkId(item, "msg");
  if (!expectKind(content, "message.content", "string", "array")) return;
  const allowed = role.value === "assistant" ? ["output_text", "refusal"] : INPUT_PARTS;
  for (const part of content.items) if (expectOneOf(part.at("type"), "part.type", allowed)) checkPart(part);
}

function checkCall(item: Place, text: string): void {
  expectMatch(item.at("call_id"), "call.id", /^.{1,64}$/s);
  expectMatch(item.at("name"), "call.shape", /^[a-zA-Z0-9_-]{1,128}$/);
  expectKind(item.at(text), "call.arguments", "string");
  if (item.at("namespace").given) expectMatch(item.at("namespace"), "call.shape", NAME);
  if (text === "arguments") checkId(item, "fc");
}

// B3: an injected event has a name in place of the call_id.
function checkOutput(item: Place): void {
  const injected = item.at("type").value === "function_call_output" && item.at("name").given;
  if (item.at("call_id").given || !injected) expectMatch(item.at("call_id"), "call.id", /^.{1,64}$/s);
  const output = item.at("output");
  if (!expectKind(output, "item.shape", "string", "array")) return;
  for (const part of output.items) if (expectOneOf(part.at("type"), "part.type", INPUT_PARTS)) checkPart(part);
}

function checkId(item: Place, prefix: string): void {
  const id = item.at("id");
  if (id.given) expectMatch(id, "item.id", new RegExp(`^${prefix}[A-Za-z0-9_-]*$`));
}

function checkReasoningShape(item: Place): void {
  checkId(item, "rs");
  expectKind(item.at("summary"), "reasoning.shape", "array");
  for (const part of item.at("summary").items) checkReasoningPart(part, "summary_text");
  for (const part of item.at("content").items) checkReasoningPart(part, "reasoning_text");
}

function checkReasoningPart(part: Place, type: string): void {
  expectOneOf(part.at("type"), "reasoning.shape", [type]);
  expectKind(part.at("text"), "reasoning.shape", "string");
}

// What a model makes, and so what may stand behind a reasoning item.
const MADE =
  /^(message|reasoning|compaction|program|tool_search_call|(function|custom_tool|file_search|web_search|computer|image_generation|code_interpreter|local_shell|shell|apply_patch|mcp)_call|custom_tool_call|mcp_list_tools|mcp_approval_request|item_reference)$/;

// B4: an id, or encrypted content, which is needed where nothing is stored.
function checkReasoning(items: readonly Place[], stateless: boolean): void {
  items.forEach((item, index) => {
    if (item.at("type").value !== "reasoning") return;
    if (!item.at("encrypted_content").given && (stateless || !item.at("id").given)) {
      item.fail("reasoning.shape", "no encrypted_content");
    }
    checkFollower(item, items[index + 1]);
  });
}

// B3: the item that it produced. A recorded 400 says that a message without its id is not that item, if the reasoning has its own.
function checkFollower(item: Place, next: Place | undefined): void {
  const type = next?.at("type").present ? next.at("type").text : "message";
  const made = next !== undefined && MADE.test(type) && (type !== "message" || next.at("role").value === "assistant");
  const foreign = type === "message" && item.at("id").given && !next?.at("id").given;
  if (!made || foreign) item.fail("reasoning.follower", "not followed by the item that it produced");
}
