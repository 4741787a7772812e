import type { Json, JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { checkSteps, isContent } from "./gemini-interactions-steps.ts";
import { refused, unknownName } from "./gemini-interactions-violations.ts";

/** The steps of a request; a text, a content block and a list of them are what the user says. */
export function stepsOf({ input }: JsonObject): JsonObject[] {
  if (typeof input === "string") return [userInput([{ type: "text", text: input }])];
  if (!Array.isArray(input)) return input === undefined || input === null ? [] : [userInput([input])];
  const steps = objects(input);
  return steps.length > 0 && steps.every(isContent) ? [userInput(steps)] : steps;
}

/** Refuses what the Interactions API refuses: https://ai.google.dev/api/interactions-api */
export function checkInteraction(body: JsonObject): void {
  const steps = stepsOf(body);
  const continues = typeof body.previous_interaction_id === "string";
  for (const field of Object.keys(body)) if (!FIELDS.has(field)) throw unknownName(field, "interaction");
  if (steps.length === 0 && !continues) throw refused("The input of an interaction must not be empty.", "input");
  if (typeof (body.system_instruction ?? "") !== "string") throw refused("system_instruction must be a string.");
  checkConfig(body);
  checkTools(body);
  checkSteps(steps, continues);
}

const FIELDS: ReadonlySet<string> = new Set([
  ...[
    "agent",
    "agent_config",
    "background",
    "cached_content",
    "continuation_token",
    "environment",
    "generation_config",
  ],
  ...["input", "labels", "model", "previous_interaction_id", "response_format", "response_mime_type"],
  ...["response_modalities", "safety_settings", "service_tier", "store", "stream", "system_instruction", "tools"],
  ...["webhook_config"],
]);

const CONFIG: ReadonlySet<string> = new Set([
  ...["image_config", "max_output_tokens", "seed", "speech_config", "stop_sequences", "temperature", "thinking_level"],
  ...["thinking_summaries", "tool_choice", "top_p", "transcription_config", "video_config"],
]);

const LEVELS: readonly string[] = ["minimal", "low", "medium", "high"];
const MODES: readonly string[] = ["auto", "any", "none", "validated"];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

/** The tools that Google defines. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...["google_search", "url_context", "code_execution", "computer_use", "file_search", "google_maps", "mcp_server"],
  "retrieval",
]);
const TIERS: readonly string[] = ["flex", "standard", "priority", "deferred"];

function userInput(content: readonly Json[]): JsonObject {
  return { type: "user_input", content };
}

function checkConfig(body: JsonObject): void {
  const config = object(body.generation_config);
  for (const field of Object.keys(config)) if (!CONFIG.has(field)) throw unknownName(field, "generation_config");
  const { thinking_level: level, thinking_summaries: summaries = "auto", stop_sequences: stops } = config;
  if (level !== undefined && !LEVELS.includes(string(level)))
    throw refused(`Unknown thinking_level '${string(level)}'.`);
  if (summaries !== "auto" && summaries !== "none") throw refused(`Unknown thinking_summaries '${string(summaries)}'.`);
  const { service_tier: tier = "standard" } = body;
  if (!TIERS.includes(string(tier))) throw refused(`Unknown service_tier '${string(tier)}'.`);
  if (Array.isArray(stops) && stops.length > 5) throw refused("At most 5 stop_sequences are allowed.");
  const { mime_type: type, schema } = object(body.response_format);
  if (schema !== undefined && type !== "application/json")
    throw refused("A schema needs the mime_type application/json.", "response_format");
}

function checkTools({ tools, generation_config: config }: JsonObject): void {
  const other = objects(tools).find(({ type }) => type !== "function" && !BUILT_IN.has(string(type)));
  if (other !== undefined) throw refused(`Unknown tool type '${string(other.type)}'.`, "tools");
  const functions = objects(tools).filter(({ type }) => type === "function");
  const names = functions.map(({ name }) => string(name));
  for (const { name, description: _, parameters, type: __, ...others } of functions) {
    if (!NAME.test(string(name))) throw refused(`Invalid function name '${string(name)}'.`, "tools");
    for (const field of Object.keys(others)) throw unknownName(field, "tools");
    const root = object(parameters).type;
    if (parameters !== undefined && string(root).toLowerCase() !== "object")
      throw refused(`The parameters of '${string(name)}' must have type 'object'.`, "tools");
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(`Duplicate function declaration found: ${twice}`, "tools");
  checkChoice(object(config).tool_choice, names);
}

function checkChoice(choice: Json | undefined, names: readonly string[]): void {
  if (choice === undefined) return;
  const { mode = "auto", tools = [] } = object(object(choice).allowed_tools);
  const chosen = typeof choice === "string" ? choice : string(mode);
  if (!MODES.includes(chosen)) throw refused(`Unknown tool_choice '${chosen}'.`, "tool_choice");
  const missing = (Array.isArray(tools) ? tools : []).find((name) => !names.includes(string(name)));
  if (missing !== undefined) throw refused(`The allowed tool '${string(missing)}' is not declared.`, "tool_choice");
}
