import { judge, Place, parsePlace } from "./place.ts";
import type { Legality, Violation } from "./types.ts";

/** `/api/chat`, by the sections E1 and E2 of the wire facts. Unknown keys are ignored there, so none is a violation. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, (root) => checkAnswer(root, true)),
  stream: checkStream,
  error: (_status, body) => judge(body, checkError),
};

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}$/;
const THINK = [true, false, "low", "medium", "high", "max"];

function checkRequest(root: Place): void {
  if (!root.is("object", "shape")) return;
  root.at("model").badIf(root.at("model").text === "", "model", "model is required");
  root.at("messages").isOptional("array", "messages"); // empty loads or unloads the model
  for (const message of root.at("messages").items()) checkMessage(message);
  root.at("tools").isOptional("array", "tools");
  for (const tool of root.at("tools").items()) checkTool(tool);
  if (root.at("think").exists) root.at("think").oneOf(THINK, "think");
  const format = root.at("format");
  const formatted = !format.exists || format.isObject || ["json", ""].includes(format.value as string);
  format.badIf(!formatted, "format", 'must be "json" or a JSON Schema');
  checkSwitches(root);
}

// Go decodes each into its type, and a mismatch is a 400.
function checkSwitches(root: Place): void {
  root.at("stream").isOptional("boolean", "stream");
  root.at("logprobs").isOptional("boolean", "logprobs");
  root.at("top_logprobs").isOptional("integer", "logprobs");
  if (root.at("options").isOptional("object", "options")) {
    root.at("options").at("stop").isOptional("array", "options-stop");
    root.at("options").at("num_predict").isOptional("integer", "options-number");
    root.at("options").at("seed").isOptional("integer", "options-number");
    for (const name of ["temperature", "top_p"]) root.at("options").at(name).isOptional("number", "options-number");
  }
  const keep = root.at("keep_alive");
  const kept = !keep.exists || typeof keep.value === "string" || typeof keep.value === "number";
  keep.badIf(!kept, "keep-alive", "must be a duration or a number of seconds");
}

function checkMessage(message: Place): void {
  if (!message.is("object", "message-shape")) return;
  const role = message.at("role");
  const known = ["system", "user", "assistant", "tool"].includes(role.text.toLowerCase());
  role.badIf(!known, "role", "must be system, user, assistant or tool");
  message.at("content").is("string", "content");
  for (const name of ["thinking", "tool_name", "tool_call_id"]) message.at(name).isOptional("string", "message-field");
  message.at("images").isOptional("array", "images");
  for (const image of message.at("images").items()) checkImage(image);
  checkCalls(message);
}

function checkImage(image: Place): void {
  const right = image.text !== "" && BASE64.test(image.text);
  image.badIf(!right, "image-base64", "must be base64 without a data: prefix");
}

function checkCalls(message: Place): void {
  message.at("tool_calls").isOptional("array", "tool-calls");
  for (const call of message.at("tool_calls").items()) {
    const fun = call.at("function");
    fun.at("name").badIf(fun.at("name").text === "", "call-name", "must be a non-empty string");
    fun.at("arguments").is("object", "call-arguments");
    fun.at("index").isOptional("integer", "call-index");
    call.at("id").isOptional("string", "call-id");
  }
}

function checkTool(tool: Place): void {
  tool.at("type").oneOf(["function"], "tool-type");
  const fun = tool.at("function");
  if (!fun.is("object", "tool-function")) return;
  fun.at("name").badIf(fun.at("name").text === "", "tool-name", "must be a non-empty string");
  fun.at("description").isOptional("string", "tool-description");
  const parameters = fun.at("parameters");
  if (!parameters.isOptional("object", "tool-parameters") || !parameters.exists) return;
  parameters.at("type").oneOf(["object"], "tool-parameters");
  parameters.at("properties").isOptional("object", "tool-parameters");
  parameters.at("required").isOptional("array", "tool-parameters");
  for (const name of parameters.at("required").items()) name.is("string", "tool-parameters");
}

const COUNTS = ["total_duration", "load_duration", "prompt_eval_count", "prompt_eval_duration", "eval_count"];

/** E2: one object, or one line of a stream. */
function checkAnswer(root: Place, done: boolean): void {
  if (!root.is("object", "response-shape")) return;
  root.at("model").is("string", "response-model");
  const created = root.at("created_at");
  created.badIf(Number.isNaN(Date.parse(created.text)), "created-at", "must be a time");
  root.at("done").oneOf([done], "done");
  if (done) checkDone(root);
  const message = root.at("message");
  if (!message.is("object", "response-message")) return;
  message.at("role").oneOf(["assistant"], "response-role");
  message.at("content").is("string", "content");
  message.at("thinking").isOptional("string", "message-field");
  checkCalls(message);
}

function checkDone(root: Place): void {
  const reason = root.at("done_reason");
  if (reason.exists) reason.oneOf(["stop", "length", "load", "unload", ""], "done-reason");
  for (const name of [...COUNTS, "eval_duration"]) root.at(name).isOptional("count", "counts");
}

// E2: NDJSON; the JS client throws when the last line has no `done: true`.
function checkStream(text: string): Violation[] {
  const root = new Place(null);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  for (const [index, line] of lines.entries())
    for (const place of parsePlace(line, `/${index}`, root.found)) checkLine(place, index === lines.length - 1);
  root.badIf(lines.length === 0, "done", "Did not receive done or success response in stream.");
  return root.found;
}

function checkLine(line: Place, isLast: boolean): void {
  if (line.at("error").exists) {
    line.badIf(!isLast, "line-after-error", "nothing comes after an error");
    line.at("error").is("string", "error-shape");
  } else checkAnswer(line, isLast);
}

function checkError(root: Place): void {
  if (root.is("object", "error-shape")) root.at("error").is("string", "error-shape");
}
