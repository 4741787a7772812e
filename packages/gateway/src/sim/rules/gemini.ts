import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { Refused } from "../refused.ts";
import { isSeal } from "../seals.ts";

/** A field by its name, which may also be written with underscores. */
export function field(value: JsonObject, name: string): Json | undefined {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

export function contentsOf({ contents }: JsonObject): JsonObject[] {
  return objects(contents);
}

/** Refuses what Gemini refuses. */
export function checkGemini(body: JsonObject, model: string): void {
  const contents = contentsOf(body);
  if (contents.length === 0) throw new Refused("* GenerateContentRequest.contents: contents is not specified\n");
  for (const { role } of contents)
    if (role !== undefined && role !== "user" && role !== "model" && role !== "function")
      throw new Refused("Please use a valid role: user, model.");
  checkParts(contents);
  checkTurns(contents);
  // Older models neither sign nor check.
  if (!/gemini-[12]\b/.test(model)) checkSignatures(contents);
}

function checkParts(contents: readonly JsonObject[]): void {
  contents.forEach(({ parts }, at) => {
    objects(parts).forEach((part, index) => {
      const call = object(field(part, "functionCall"));
      const result = field(part, "functionResponse");
      const place = `contents[${at}].parts[${index}]`;
      if (call.args !== undefined && !isObject(call.args)) throw unknownValue(`${place}.function_call.args`);
      if (!isObject(result)) return;
      if (!isObject(result.response)) throw unknownValue(`${place}.function_response.response`);
      if (string(result.name) === "")
        throw new Refused(`* GenerateContentRequest.${place}.function_response.name: Name cannot be empty.\n`);
    });
  });
}

function unknownValue(place: string): Refused {
  return new Refused(`Invalid value at '${place}' (type.googleapis.com/google.protobuf.Struct)`);
}

const callsOf = (content: JsonObject | undefined) =>
  objects(content?.parts)
    .map((part) => field(part, "functionCall"))
    .filter(isObject);
const resultsOf = (content: JsonObject | undefined) =>
  objects(content?.parts)
    .map((part) => field(part, "functionResponse"))
    .filter(isObject);

function checkTurns(contents: readonly JsonObject[]): void {
  contents.forEach((content, index) => {
    const calls = callsOf(content);
    const before = contents[index - 1];
    const results = resultsOf(content);
    if (calls.length > 0 && (before === undefined || before.role === "model"))
      throw new Refused(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    if (results.length > 0 && callsOf(before).length === 0)
      throw new Refused("Please ensure that function response turn comes immediately after a function call turn.");
    if (calls.length > 0 || results.length > 0)
      checkAnswered(calls, resultsOf(calls.length > 0 ? contents[index + 1] : content), calls.length > 0);
  });
}

function checkAnswered(calls: readonly JsonObject[], results: readonly JsonObject[], isCallTurn: boolean): void {
  if (!isCallTurn) return;
  const named = (names: readonly JsonObject[]) =>
    names
      .map(({ name }) => string(name))
      .sort()
      .join("\n");
  if (calls.length !== results.length || named(calls) !== named(results))
    throw new Refused(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
}

/** In the turn that is under way, each step's first call carries its signature. */
function checkSignatures(contents: readonly JsonObject[]): void {
  const turn = contents.findLastIndex(
    (content) =>
      content.role !== "model" && objects(content.parts).some((part) => field(part, "functionResponse") === undefined),
  );
  contents.forEach((content, index) => {
    if (index <= turn || content.role !== "model") return;
    const part = objects(content.parts).find((candidate) => isObject(field(candidate, "functionCall")));
    if (part !== undefined) checkSignature(part, index);
  });
}

const DUMMIES = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

function checkSignature(part: JsonObject, index: number): void {
  const signature = field(part, "thoughtSignature");
  const name = string(object(field(part, "functionCall")).name);
  if (typeof signature !== "string")
    throw new Refused(
      `Function call \`${name}\` in the \`${index + 1}.\` content block is missing a \`thought_signature\`. Learn more: https://ai.google.dev/gemini-api/docs/thought-signatures`,
    );
  if (!DUMMIES.includes(signature) && !isSeal("gemini", signature))
    throw new Refused("Thought signature is not valid.");
}
