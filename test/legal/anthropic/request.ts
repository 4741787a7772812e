import type { Place } from "../place.ts";
import { checkCacheControl } from "./cache.ts";
import { EXTRA } from "./extra.ts";
import { checkMessages } from "./messages.ts";
import { factsOf, type ModelFacts } from "./models.ts";
import { checkPairing } from "./pairing.ts";
import { checkChoice, checkTools } from "./tools.ts";

export function checkRequest(root: Place): void {
  if (!root.is("object", "shape")) return;
  const facts = factsOf(root.at("model").text);
  checkFields(root);
  checkSystem(root.at("system"));
  checkTools(root.at("tools"));
  checkChoice(root, facts);
  checkThinking(root, facts);
  checkEffort(root, facts);
  checkSampling(root, facts);
  checkMessages(root, facts);
  checkPairing(root);
  checkCacheControl(root);
}

// A3: all fields, the beta ones too; `Extra inputs are not permitted` (A14) for the rest.
const FIELDS: readonly string[] =
  `model max_tokens messages system tools tool_choice stop_sequences stream thinking output_config metadata service_tier
  speed inference_geo container cache_control diagnostics temperature top_p top_k mcp_servers context_management
  compaction fallbacks fallback_credit_token thread output_format`.split(/\s+/);

function checkFields(root: Place): void {
  root.onlyKeys(FIELDS, "unknown-field", EXTRA);
  root.at("model").is("string", "model");
  root.at("max_tokens").is("count", "max-tokens"); // 0 only warms the cache
  root.at("stream").isOptional("boolean", "stream");
  if (root.at("service_tier").exists) root.at("service_tier").oneOf(["auto", "standard_only"], "service-tier");
  if (root.at("speed").exists) root.at("speed").oneOf(["standard", "fast"], "speed");
  root.at("metadata").onlyKeys(["user_id"], "metadata", EXTRA);
  root.at("metadata").at("user_id").isOptional("string", "metadata");
  root.at("stop_sequences").isOptional("array", "stop-sequences");
  for (const sequence of root.at("stop_sequences").items())
    if (sequence.is("string", "stop-sequences"))
      sequence.badIf(sequence.text.trim() === "", "stop-sequences", "each stop sequence must contain non-whitespace");
}

// A3 and A4: a string, or text blocks that say something.
function checkSystem(system: Place): void {
  if (!system.exists || typeof system.value === "string" || !system.is("array", "system")) return;
  for (const block of system.items()) {
    block.at("type").oneOf(["text"], "system");
    if (block.at("text").is("string", "system"))
      block.badIf(block.at("text").text.trim() === "", "empty-text", "text content blocks must be non-empty");
  }
}

// A9.
function checkThinking(root: Place, facts: ModelFacts | undefined): void {
  const thinking = root.at("thinking");
  if (!thinking.exists || !thinking.is("object", "thinking")) return;
  const type = thinking.at("type");
  type.oneOf(["adaptive", "enabled", "disabled", "between_tools"], "thinking-type");
  const rejected = facts?.rejectedThinking.includes(type.text) ?? false;
  type.badIf(rejected, "thinking-model", `thinking.type ${type.text} is not supported on this model`);
  const effort = root.at("output_config").at("effort").text;
  const high = effort === "xhigh" || effort === "max";
  type.badIf(
    type.text === "between_tools" && high,
    "thinking-effort",
    "between_tools needs effort low, medium or high",
  );
  const needed = type.text === "disabled" && high && facts?.thinksAtHighEffort === true;
  type.badIf(needed, "thinking-effort", "thinking cannot be disabled at this effort");
  checkBudget(root, thinking);
}

// A9: budget_tokens ≥ 1024 and < max_tokens, and only with `enabled` (A3).
function checkBudget(root: Place, thinking: Place): void {
  const budget = thinking.at("budget_tokens");
  const enabled = thinking.at("type").text === "enabled";
  if (!enabled) budget.badIf(budget.value !== undefined, "thinking-budget", EXTRA);
  if (!enabled || !budget.is("integer", "thinking-budget")) return;
  const tokens = Number(budget.value);
  budget.badIf(tokens < 1024, "thinking-budget", "must be at least 1024");
  budget.badIf(tokens >= Number(root.at("max_tokens").value), "thinking-budget", "must be less than max_tokens");
}

// A3.
function checkEffort(root: Place, facts: ModelFacts | undefined): void {
  const config = root.at("output_config");
  config.isOptional("object", "output-config");
  config.onlyKeys(["effort", "format", "task_budget"], "output-config", EXTRA);
  const effort = config.at("effort");
  if (effort.exists) effort.oneOf(["low", "medium", "high", "xhigh", "max"], "effort");
  effort.badIf(effort.text === "xhigh" && facts?.rejectsXhigh === true, "effort-model", "not a level of this model");
  const format = config.at("format");
  if (!format.exists) return;
  format.at("type").oneOf(["json_schema"], "output-format");
  format.at("schema").is("object", "output-format");
}

// A1 (values that version 2023-06-01 tolerates on newer models are let pass), A9, `temperature: range: 0..1`.
function checkSampling(root: Place, facts: ModelFacts | undefined): void {
  const [temperature, topP, topK] = [root.at("temperature"), root.at("top_p"), root.at("top_k")];
  for (const each of [temperature, topP, topK]) each.isOptional("number", "sampling-type");
  const hot = Number(temperature.value ?? 1);
  temperature.badIf(hot < 0 || hot > 1, "temperature-range", "range: 0..1");
  if (facts === undefined) return;
  const thinks = ["enabled", "adaptive"].includes(root.at("thinking").at("type").text);
  if (!facts.rejectsSampling && !thinks) return;
  const rule = facts.rejectsSampling ? "sampling-model" : "sampling-thinking";
  temperature.badIf(temperature.exists && hot !== 1, rule, "only 1 is accepted");
  topP.badIf(topP.exists && Number(topP.value) < (facts.rejectsSampling ? 0.99 : 0.95), rule, "is not accepted");
  topK.badIf(topK.exists, rule, "is not accepted");
}
