import type { Place } from "../place.ts";
import { checkBlock, checkCachePoint, NAME } from "./blocks.ts";
import { checkMessages } from "./messages.ts";
import { parsed } from "./parsed.ts";

export function checkRequest(root: Place): void {
  if (!root.is("object", "shape")) return;
  root.onlyKeys(FIELDS, "unknown-field", "is not a field of Converse");
  checkMessages(root);
  for (const block of root.at("system").items()) checkBlock(block, "system");
  checkTools(root.at("toolConfig"));
  checkInference(root.at("inferenceConfig"));
  checkOutput(root.at("outputConfig"));
  checkThinking(root);
  checkOthers(root);
  checkCacheCount(root);
}

/** The fields of the service model; the model is in the URL, and stands here for the check alone. */
const FIELDS: readonly string[] =
  `model modelId messages system inferenceConfig toolConfig outputConfig additionalModelRequestFields serviceTier
  additionalModelResponseFieldPaths guardrailConfig performanceConfig promptVariables requestMetadata`.split(/\s+/);

function checkTools(config: Place): void {
  if (!config.exists || !config.is("object", "tool-config")) return;
  if (!config.at("tools").is("array", "tools")) return;
  const tools = config.at("tools").items();
  // "Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1"
  config.at("tools").badIf(tools.length === 0, "tools", "must have at least one tool");
  for (const tool of tools) checkTool(tool);
  const names = tools.map((tool) => tool.at("toolSpec").at("name").text).filter((name) => name !== "");
  config.badIf(new Set(names).size < names.length, "tool-name-unique", "tool names must be unique");
  checkChoice(config.at("toolChoice"), names);
}

function checkTool(tool: Place): void {
  const [kind = "", ...others] = Object.keys(tool.object);
  const known = ["toolSpec", "systemTool", "cachePoint"].includes(kind) && others.length === 0;
  tool.badIf(!known, "tool-kind", "must be exactly one of toolSpec, systemTool and cachePoint");
  if (kind === "cachePoint") checkCachePoint(tool.at(kind));
  if (kind !== "toolSpec") return;
  const spec = tool.at(kind);
  spec.onlyKeys(["name", "description", "inputSchema", "strict"], "tool-field", "is not a field of toolSpec");
  spec.at("name").badIf(!NAME.test(spec.at("name").text), "tool-name", `must match ${NAME.source}`);
  if (spec.at("description").isOptional("string", "tool-description"))
    spec.at("description").badIf(spec.at("description").value === "", "tool-description", "must not be empty");
  spec.at("strict").isOptional("boolean", "tool-strict");
  if (spec.at("inputSchema").at("json").is("object", "tool-schema"))
    spec.at("inputSchema").at("json").at("type").oneOf(["object"], "tool-schema");
}

// Part D: `{auto:{}}`, `{any:{}}` or `{tool:{name}}`.
function checkChoice(choice: Place, names: readonly string[]): void {
  if (!choice.exists || !choice.is("object", "tool-choice")) return;
  const [kind = "", ...others] = Object.keys(choice.object);
  const known = ["auto", "any", "tool"].includes(kind) && others.length === 0;
  choice.badIf(!known, "tool-choice", "must be exactly one of auto, any and tool");
  const name = choice.at("tool").at("name");
  if (kind === "tool") name.badIf(!names.includes(name.text), "tool-choice-name", "is no declared tool");
}

function checkInference(config: Place): void {
  if (!config.exists || !config.is("object", "inference")) return;
  config.onlyKeys(["maxTokens", "temperature", "topP", "stopSequences"], "inference", "is not a field");
  const tokens = config.at("maxTokens");
  if (tokens.isOptional("integer", "max-tokens"))
    tokens.badIf(tokens.exists && Number(tokens.value) < 1, "max-tokens", "must be at least 1");
  for (const name of ["temperature", "topP"]) {
    const share = config.at(name);
    if (share.isOptional("number", "sampling"))
      share.badIf(share.exists && (Number(share.value) < 0 || Number(share.value) > 1), "sampling", "range: 0..1");
  }
  config.at("stopSequences").isOptional("array", "stop-sequences");
  for (const sequence of config.at("stopSequences").items())
    if (sequence.is("string", "stop-sequences"))
      sequence.badIf(sequence.text === "", "stop-sequences", "must have at least one character");
}

function checkOutput(config: Place): void {
  if (!config.exists || !config.is("object", "output-config")) return;
  config.onlyKeys(["textFormat", "effort"], "output-config", "is not a field of outputConfig");
  if (config.at("effort").exists) config.at("effort").oneOf(["low", "medium", "high", "xhigh", "max"], "effort");
  const format = config.at("textFormat");
  if (!format.exists) return;
  format.at("type").oneOf(["json_schema"], "text-format");
  const schema = format.at("structure").at("jsonSchema").at("schema");
  // A string of JSON, not an object.
  if (schema.is("string", "text-format"))
    schema.badIf(parsed(schema.text) === undefined, "text-format", "must be JSON in a string");
}

// Claude's rules (A9), whose fields pass through.
function checkThinking(root: Place): void {
  const thinking = root.at("additionalModelRequestFields").at("thinking");
  if (!thinking.exists || thinking.at("type").text !== "enabled") return;
  const budget = thinking.at("budget_tokens");
  if (!budget.is("integer", "thinking-budget")) return;
  const { value: most } = root.at("inferenceConfig").at("maxTokens");
  budget.badIf(Number(budget.value) < 1024, "thinking-budget", "must be at least 1024");
  budget.badIf(Number(budget.value) >= Number(most ?? Infinity), "thinking-budget", "must be less than maxTokens");
  const choice = root.at("toolConfig").at("toolChoice");
  const forced = choice.at("any").exists || choice.at("tool").exists;
  choice.badIf(forced, "thinking-choice", "Thinking may not be enabled when tool_choice forces tool use.");
}

function checkOthers(root: Place): void {
  const tier = root.at("serviceTier");
  if (tier.exists) tier.at("type").oneOf(["default", "flex", "priority", "reserved"], "service-tier");
  const metadata = root.at("requestMetadata");
  if (!metadata.exists || !metadata.is("object", "metadata")) return;
  const keys = Object.keys(metadata.object);
  metadata.badIf(keys.length === 0 || keys.length > 16, "metadata", "must have 1 to 16 entries");
  for (const key of keys) metadata.at(key).is("string", "metadata");
}

// A3: Claude takes 4 cache points over tools, system and messages.
function checkCacheCount(root: Place): void {
  const lists = [root.at("toolConfig").at("tools"), root.at("system")];
  const contents = root
    .at("messages")
    .items()
    .map((message) => message.at("content"));
  const points = [...lists, ...contents].flatMap((list) => list.items()).filter((each) => each.at("cachePoint").exists);
  points[4]?.bad("cache-count", `at most 4 cache points may be provided, found ${points.length}`);
}
