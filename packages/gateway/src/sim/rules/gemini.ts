import type { JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { isSignature } from "../signatures.ts";
import { contentsOf, field } from "./gemini-fields.ts";
import { checkGeminiModel } from "./gemini-models.ts";

/** Refuses what Gemini refuses. */
export function checkGemini(body: JsonObject, model: string): void {
  const contents = contentsOf(body);
  if (contents.length === 0) throw new RefusedRequest("* GenerateContentRequest.contents: contents is not specified\n");
  for (const { role } of contents)
    if (role !== undefined && role !== "user" && role !== "model" && role !== "function")
      throw new RefusedRequest("Please use a valid role: user, model.");
  checkFields(body);
  checkGeminiModel(body, model);
  checkCalling(body);
  checkParts(contents);
  checkTurns(contents);
  // Models before Gemini 3 do not use signatures.
  if (!/gemini-[12]\b|gemma/.test(model)) checkSignatures(contents);
}

const FIELDS: ReadonlySet<string> = new Set([
  ...["model", "contents", "systemInstruction", "tools", "toolConfig", "safetySettings", "cachedContent", "labels"],
  ...["serviceTier", "store", "continuationToken", "generationConfig"],
]);

const GENERATION: ReadonlySet<string> = new Set([
  ...[
    "temperature",
    "topP",
    "topK",
    "candidateCount",
    "maxOutputTokens",
    "stopSequences",
    "responseLogprobs",
    "logprobs",
  ],
  ...["presencePenalty", "frequencyPenalty", "seed", "responseMimeType", "responseSchema", "responseJsonSchema"],
  ...["responseFormat", "responseModalities", "mediaResolution", "speechConfig", "thinkingConfig", "imageConfig"],
  ...["audioTranscriptionConfig", "enableEnhancedCivicAnswers", "translationConfig"],
]);

function checkFields(body: JsonObject): void {
  const config = object(field(body, "generationConfig"));
  const unknown = (value: JsonObject, known: ReadonlySet<string>) =>
    Object.keys(value).find((name) => !known.has(camel(name)));
  const found = unknown(body, FIELDS) ?? unknown(config, GENERATION);
  if (found !== undefined)
    throw new RefusedRequest(`Invalid JSON payload received. Unknown name "${found}": Cannot find field.`);
  if (field(config, "responseSchema") !== undefined && field(config, "responseJsonSchema") !== undefined)
    throw new RefusedRequest("Only one of response_schema and response_json_schema can be set.");
  const thinking = object(field(config, "thinkingConfig"));
  if (field(thinking, "thinkingLevel") !== undefined && field(thinking, "thinkingBudget") !== undefined)
    throw new RefusedRequest("You can only set only one of thinking budget and thinking level.");
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function checkCalling(body: JsonObject): void {
  const declared = objects(body.tools).flatMap((tool) => objects(field(tool, "functionDeclarations")));
  const names = declared.map(({ name }) => string(name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RefusedRequest(`Duplicate function declaration found: ${twice}`);
  const bad = names.findIndex((name) => !/^[A-Za-z_][\w.:-]{0,127}$/.test(name));
  if (bad >= 0)
    throw new RefusedRequest(
      `* GenerateContentRequest.tools[0].function_declarations[${bad}].name: Invalid function name. Must start with a letter or an underscore.\n`,
    );
  const config = object(field(object(field(body, "toolConfig")), "functionCallingConfig"));
  const { mode = "AUTO" } = config;
  if (!["AUTO", "ANY", "NONE", "VALIDATED", "MODE_UNSPECIFIED"].includes(string(mode)))
    throw new RefusedRequest("Invalid value at 'tool_config.function_calling_config.mode'");
  const allowed = field(config, "allowedFunctionNames");
  if (!Array.isArray(allowed) || allowed.length === 0) return;
  if (mode !== "ANY" && mode !== "VALIDATED")
    throw new RefusedRequest(
      "`allowed_function_names` should only be set when the function calling mode is ANY or VALIDATED.",
    );
  const stray = allowed.find((name) => !names.includes(String(name)));
  if (stray !== undefined)
    throw new RefusedRequest(`\`allowed_function_names\` has ${String(stray)}, which is not declared.`);
}

function checkParts(contents: readonly JsonObject[]): void {
  contents.forEach(({ parts }, at) => {
    if (objects(parts).length === 0)
      throw new RefusedRequest(`* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`);
    objects(parts).forEach((part, index) => {
      const call = object(field(part, "functionCall"));
      const result = field(part, "functionResponse");
      const place = `contents[${at}].parts[${index}]`;
      if (!DATA.some((name) => field(part, name) !== undefined))
        throw new RefusedRequest(
          `* GenerateContentRequest.${place}.data: required oneof field 'data' must have one initialized field\n`,
        );
      if (call.args !== undefined && !isObject(call.args)) throw unknownValue(`${place}.function_call.args`);
      if (!isObject(result)) return;
      if (!isObject(result.response)) throw unknownValue(`${place}.function_response.response`);
      if (string(result.name) === "")
        throw new RefusedRequest(`* GenerateContentRequest.${place}.function_response.name: Name cannot be empty.\n`);
    });
  });
}

const DATA = [
  ...["text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode"],
  ...["codeExecutionResult", "toolCall", "toolResponse"],
];

function unknownValue(place: string): RefusedRequest {
  return new RefusedRequest(`Invalid value at '${place}' (type.googleapis.com/google.protobuf.Struct)`);
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
      throw new RefusedRequest(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    if (results.length > 0 && callsOf(before).length === 0)
      throw new RefusedRequest(
        "Please ensure that function response turn comes immediately after a function call turn.",
      );
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
    throw new RefusedRequest(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
}

/** In the current turn, the first call of each step must have a signature. */
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
    throw new RefusedRequest(
      `Function call \`${name}\` in the \`${index + 1}.\` content block is missing a \`thought_signature\`. Learn more: https://ai.google.dev/gemini-api/docs/thought-signatures`,
    );
  if (!DUMMIES.includes(signature) && !isSignature("gemini", signature))
    throw new RefusedRequest("Thought signature is not valid.");
}
