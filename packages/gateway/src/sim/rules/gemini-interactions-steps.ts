import type { JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { objects, string } from "../dialects/reading.ts";
import { isSignature } from "../signatures.ts";
import { refused, unknownName } from "./gemini-interactions-violations.ts";

/** Refuses steps that the Interactions API refuses; an interaction that is continued has earlier ones. */
export function checkSteps(steps: readonly JsonObject[], continues: boolean): void {
  const [first] = steps;
  if (!continues && first !== undefined && MODELS.has(string(first.type)))
    throw refused("A conversation begins with what the user says.", "input");
  steps.forEach(checkStep);
  checkPairs(steps, continues);
}

/** Whether an object is a content block. */
export function isContent({ type }: JsonObject): boolean {
  return CONTENT_FIELDS.has(string(type));
}

const MODELS: ReadonlySet<string> = new Set(["model_output", "thought", "function_call", "function_result"]);

/** https://ai.google.dev/api/interactions-api: the fields of each step, but for its type. */
const STEP_FIELDS: ReadonlyMap<string, string> = new Map([
  ["user_input", "content"],
  ["model_output", "content error"],
  ["thought", "signature summary"],
  ["function_call", "id name arguments signature"],
  ["function_result", "call_id name is_error result signature"],
]);

/** The fields of each content block, but for its type. */
const CONTENT_FIELDS: ReadonlyMap<string, string> = new Map([
  ["text", "text annotations"],
  ["image", "data mime_type uri resolution"],
  ["audio", "data mime_type uri channels sample_rate"],
  ["video", "data mime_type uri resolution name processing"],
  ["document", "data mime_type uri"],
]);

function checkStep(step: JsonObject): void {
  const type = string(step.type);
  checkFields(step, STEP_FIELDS, type);
  if (type === "user_input" || type === "model_output") checkContent(step);
  else if (type === "thought") checkThought(step);
  else if (type === "function_call") checkCall(step);
  else if (type === "function_result") checkResult(step);
  else if (!/_(?:call|result)$/.test(type)) throw refused(`Unknown step type '${type}'.`, "input");
}

function checkContent({ type, content }: JsonObject): void {
  for (const block of objects(content)) {
    const result = type === "user_input" && block.type === "function_result";
    if (!isContent(block) && !result)
      throw refused(`Unknown content type '${string(block.type)}' in a ${string(type)} step.`, "input");
    if (result) checkResult(block);
    else checkBlock(block);
  }
}

function checkBlock(block: JsonObject): void {
  const { type, text, data, uri, mime_type: mime } = block;
  checkFields(block, CONTENT_FIELDS, string(type));
  if (type === "text") {
    if (typeof text !== "string") throw refused("A text needs its text.", "input");
  } else if ((data === undefined) === (uri === undefined)) {
    throw refused(`Content of type '${string(type)}' needs either data or a uri.`, "input");
  } else if (data !== undefined && string(mime) === "") {
    throw refused(`Content of type '${string(type)}' with data needs a mime_type.`, "input");
  }
}

function checkThought({ signature }: JsonObject): void {
  if (!isSignature("gemini-interactions", string(signature))) throw refused("Thought signature is not valid.", "input");
}

function checkCall({ id, name, arguments: sent }: JsonObject): void {
  if (string(id) === "" || string(name) === "") throw refused("A function_call needs an id and a name.", "input");
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    throw refused(`The arguments of '${string(name)}' must be an object.`, "input");
}

function checkResult(step: JsonObject): void {
  const { call_id: id, result } = step;
  checkFields(step, STEP_FIELDS, "function_result");
  if (string(id) === "") throw refused("A function_result needs the id of its call.", "input");
  if (Array.isArray(result)) objects(result).forEach(checkBlock);
  else if (typeof result !== "string" && !isObject(result ?? null))
    throw refused("The result of a function is a string, an object or a list of content.", "input");
}

// The steps of Google's own tools have more fields than are known here.
function checkFields(value: JsonObject, known: ReadonlyMap<string, string>, type: string): void {
  const names = known.get(type)?.split(" ");
  const other = Object.keys(value).find((field) => field !== "type" && names?.includes(field) === false);
  if (other !== undefined) throw unknownName(other, type);
}

// Results may also be blocks of what the user says.
function checkPairs(steps: readonly JsonObject[], continues: boolean): void {
  const calls = new Map(
    steps.filter(({ type }) => type === "function_call").map(({ id, name }) => [string(id), string(name)]),
  );
  const given = steps.flatMap((step) => [step, ...objects(step.content)]);
  const answered = new Set(
    given.filter(({ type }) => type === "function_result").map(({ call_id }) => string(call_id)),
  );
  const orphan = continues ? undefined : [...answered].find((id) => !calls.has(id));
  if (orphan !== undefined) throw refused(`There is no function call with the id '${orphan}'.`, "input");
  const misnamed = given.find(
    ({ type, call_id: id, name }) =>
      type === "function_result" && name !== undefined && name !== (calls.get(string(id)) ?? name),
  );
  if (misnamed !== undefined)
    throw refused(`The function result '${string(misnamed.name)}' has another name than its call.`, "input");
  const open = [...calls.keys()].find((id) => !answered.has(id));
  if (open !== undefined) throw refused(`The function call '${open}' has no function result.`, "input");
}
