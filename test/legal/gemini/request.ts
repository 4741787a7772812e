import type { Place } from "../place.ts";
import { checkCalls, checkSignatures } from "./calls.ts";
import { checkFields, field } from "./fields.ts";
import { checkPart, checkPartFields } from "./parts.ts";
import { checkTools } from "./tools.ts";

/** The generation of a model (2.5, 3, 3.1 …), undefined where its name does not tell. */
function generationOf(model: string): number | undefined {
  const version = /gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1];
  return version === undefined ? undefined : Number(version);
}

export function checkRequest(root: Place, model: string | undefined): void {
  if (!root.is("object", "shape")) return;
  const generation = generationOf(model ?? root.at("model").text);
  checkFields(root, "request");
  checkContents(root.at("contents"));
  if (field(root, "systemInstruction").exists) checkContent(field(root, "systemInstruction"));
  for (const setting of field(root, "safetySettings").items()) checkFields(setting, "safety");
  checkTools(root, generation);
  checkGeneration(field(root, "generationConfig"), generation);
  // Calls to `mcpServers` are run on the server: both halves stand in the model's contents, as recorded.
  const serverRuns = root
    .at("tools")
    .items()
    .some((tool) => field(tool, "mcpServers").exists);
  if (!serverRuns) checkCalls(root.at("contents").items());
  if (generation !== undefined && generation >= 3.6) checkNewest(root);
  if (generation !== undefined && generation >= 3) checkSignatures(root.at("contents").items());
  if (generation !== undefined && generation < 3) checkAnswerParts(root.at("contents").items());
}

// B6 rule 6.
function checkContents(contents: Place): void {
  if (!contents.is("array", "contents")) return;
  contents.badIf(contents.items().length === 0, "contents", "contents is not specified");
  for (const content of contents.items()) {
    checkContent(content);
    // B2: "Please use a valid role: user, model."; a missing role is user.
    if (content.at("role").exists) content.at("role").oneOf(["user", "model"], "role");
  }
}

function checkContent(content: Place): void {
  if (!content.is("object", "content-shape")) return;
  checkFields(content, "content");
  const parts = content.at("parts");
  parts.badIf(parts.items().length === 0, "parts", "must include at least one part");
  for (const part of parts.items()) {
    checkPart(part);
    checkPartFields(part);
  }
}

// B2.
function checkGeneration(config: Place, generation: number | undefined): void {
  if (!config.isOptional("object", "generation-shape")) return;
  checkFields(config, "generation");
  const both = field(config, "responseSchema").exists && field(config, "responseJsonSchema").exists;
  config.badIf(both, "response-schema", "responseSchema and responseJsonSchema exclude each other");
  const temperature = Number(config.at("temperature").value ?? 1);
  config.at("temperature").badIf(!(temperature >= 0 && temperature <= 2), "temperature-range", "range: 0..2");
  const stops = field(config, "stopSequences");
  stops.badIf(stops.items().length > 5, "stop-sequences", "at most 5");
  checkThinking(field(config, "thinkingConfig"), generation);
}

function checkThinking(config: Place, generation: number | undefined): void {
  checkFields(config, "thinking");
  const [level, budget] = [field(config, "thinkingLevel"), field(config, "thinkingBudget")];
  config.badIf(level.exists && budget.exists, "thinking-both", "thinkingLevel and thinkingBudget exclude each other");
  budget.isOptional("integer", "thinking-budget");
  if (!level.exists) return;
  // Google's JSON reader takes enum names in any case.
  const known = ["MINIMAL", "LOW", "MEDIUM", "HIGH"].includes(level.text.toUpperCase());
  level.badIf(!known, "thinking-level", "must be MINIMAL, LOW, MEDIUM or HIGH");
  const old = generation !== undefined && generation < 3;
  level.badIf(old, "thinking-level-model", "Thinking level is not supported for this model.");
  const minimal = level.text.toUpperCase() === "MINIMAL" && generation !== undefined && generation >= 3.7;
  level.badIf(minimal, "thinking-level-model", "MINIMAL is not supported for this model.");
}

// From 3.6 on, penalties are refused, and so is a last turn of the model.
function checkNewest(root: Place): void {
  const config = field(root, "generationConfig");
  for (const name of ["presencePenalty", "frequencyPenalty"])
    field(config, name).badIf(field(config, name).exists, "penalty-model", "is not supported for this model");
  const last = root.at("contents").items().at(-1);
  last?.badIf(last.at("role").text === "model", "last-turn-model", "the last turn must be the user's");
}

// B6: media inside a functionResponse came with Gemini 3.
function checkAnswerParts(contents: readonly Place[]): void {
  const parts = contents.flatMap((content) => content.at("parts").items());
  for (const part of parts) {
    const media = field(part, "functionResponse").at("parts");
    media.badIf(media.items().length > 0, "response-parts-model", "multimodal function responses need Gemini 3");
  }
}
