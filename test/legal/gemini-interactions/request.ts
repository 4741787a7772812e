import type { Place } from "../place.ts";
import { checkContent } from "./content.ts";
import { checkFields, words } from "./fields.ts";
import { checkPairs } from "./pairs.ts";
import { checkStep } from "./steps.ts";
import { checkChoice, checkTools } from "./tools.ts";

/** `CreateModelInteraction` and `CreateAgentInteraction`. */
export function checkRequest(root: Place): void {
  if (!root.is("object", "shape")) return;
  checkFields(root, REQUEST);
  const asked = root.at("model").exists || root.at("agent").exists;
  root.badIf(!asked, "model", "needs a model or an agent");
  for (const name of TEXTS) root.at(name).isOptional("string", name);
  for (const name of FLAGS) root.at(name).isOptional("boolean", name);
  if (root.at("service_tier").exists) root.at("service_tier").oneOf(TIERS, "service-tier");
  checkInput(root);
  checkTools(root);
  checkGeneration(root);
  checkFormat(root.at("response_format"));
}

const REQUEST = words(
  `agent agent_config background cached_content continuation_token environment generation_config input labels model
  previous_interaction_id response_format response_mime_type response_modalities safety_settings service_tier store stream
  system_instruction tools webhook_config`,
);
const TEXTS = words("model agent system_instruction previous_interaction_id cached_content continuation_token");
const FLAGS = words("background store stream");
const TIERS = words("flex standard priority deferred");

function checkInput(root: Place): void {
  const input = root.at("input");
  const continues = root.at("previous_interaction_id").exists || root.at("continuation_token").exists;
  root.badIf(!input.exists && !continues, "input", "needs an input, or an interaction to continue");
  if (!input.exists || typeof input.value === "string") return;
  if (input.isObject) {
    checkContent(input);
    return;
  }
  if (!input.is("array", "input")) return;
  input.badIf(input.items().length === 0, "input", "must not be empty");
  const isContent = input.items().every((item) => CONTENT.includes(item.at("type").text));
  for (const item of input.items()) (isContent ? checkContent : checkStep)(item);
  if (!isContent) checkPairs(input, continues);
}

const CONTENT = words("text image audio video document");

function checkGeneration(root: Place): void {
  const config = root.at("generation_config");
  if (!config.isOptional("object", "generation-config")) return;
  checkFields(config, GENERATION);
  config.at("max_output_tokens").isOptional("count", "max-tokens");
  config.at("seed").isOptional("integer", "seed");
  config.at("temperature").isOptional("number", "temperature");
  config.at("top_p").isOptional("number", "top-p");
  config.at("stop_sequences").badIf(config.at("stop_sequences").items().length > 5, "stop-count", "at most five");
  for (const stop of config.at("stop_sequences").items()) stop.is("string", "stop");
  if (config.at("thinking_level").exists) config.at("thinking_level").oneOf(LEVELS, "thinking-level");
  if (config.at("thinking_summaries").exists) config.at("thinking_summaries").oneOf(["auto", "none"], "summaries");
  checkChoice(config.at("tool_choice"), root.at("tools"));
}

const GENERATION = words(
  `image_config max_output_tokens seed speech_config stop_sequences temperature thinking_level thinking_summaries
  tool_choice top_p transcription_config video_config`,
);
const LEVELS = words("minimal low medium high");

function checkFormat(format: Place): void {
  if (!format.isObject) {
    for (const each of format.items()) checkFormat(each);
    return;
  }
  format.at("type").is("string", "format-type");
  if (format.at("type").value !== "text") return;
  checkFields(format, ["type", "mime_type", "schema"]);
  format.at("schema").isOptional("object", "format-schema");
  const json = format.at("mime_type").value === "application/json";
  format.badIf(format.at("schema").exists && !json, "format-schema", "a schema needs the mime_type application/json");
}
