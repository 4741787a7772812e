import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { SimRequest } from "../dialects/dialect.ts";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { checkClaude } from "./anthropic-models.ts";
import { checkBedrockMessages } from "./bedrock-messages.ts";
import { checkName, modelError, notAnObject, violation } from "./bedrock-violations.ts";

/** Refuses what Converse refuses: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export function checkBedrock(body: JsonObject, { model, isCount }: Pick<SimRequest, "model" | "isCount">): void {
  if (isCount && objects(body.messages).length === 0)
    throw new RefusedRequest("The input field must have a converse or an invokeModel field.");
  checkFields(body);
  checkInference(body);
  checkSystem(body);
  checkTools(body);
  checkFormat(body);
  checkBedrockMessages(body);
  checkNova(body, model);
  checkThinking(body);
  checkClaude(asClaude(body, model));
}

/** Bedrock ignores unknown members; they are refused here, so that a field of another dialect is noticed. */
const FIELDS: ReadonlySet<string> = new Set([
  ...["messages", "system", "inferenceConfig", "toolConfig", "guardrailConfig", "additionalModelRequestFields"],
  ...["promptVariables", "additionalModelResponseFieldPaths", "requestMetadata", "performanceConfig", "serviceTier"],
  "outputConfig",
]);

const INFERENCE: ReadonlySet<string> = new Set(["maxTokens", "temperature", "topP", "stopSequences"]);

function checkFields(body: JsonObject): void {
  const unknown = (value: JsonObject, known: ReadonlySet<string>) =>
    Object.keys(value).find((name) => !known.has(name));
  const found = unknown(body, FIELDS) ?? unknown(object(body.inferenceConfig), INFERENCE);
  if (found !== undefined) throw new RefusedRequest(`Unexpected field: ${found}`);
}

function checkInference({ inferenceConfig }: JsonObject): void {
  const config = object(inferenceConfig);
  checkRange(config, "maxTokens", [1, Number.POSITIVE_INFINITY]);
  checkRange(config, "temperature", [0, 1]);
  checkRange(config, "topP", [0, 1]);
  const { stopSequences: stops = [] } = config;
  if (!Array.isArray(stops) || stops.some((stop) => typeof stop !== "string" || stop === ""))
    throw violation("inferenceConfig.stopSequences", "Member must have length greater than or equal to 1");
}

function checkRange(config: JsonObject, name: string, [least, most]: readonly [number, number]): void {
  const { [name]: value } = config;
  if (value === undefined) return;
  const place = `inferenceConfig.${name}`;
  if (typeof value !== "number") throw violation(place, "Member must be a number", value);
  if (value < least) throw violation(place, `Member must have value greater than or equal to ${least}`, value);
  if (value > most) throw violation(place, `Member must have value less than or equal to ${most}`, value);
}

function checkSystem({ system = [] }: JsonObject): void {
  if (!Array.isArray(system)) throw new RefusedRequest("system must be a list of SystemContentBlock objects");
  objects(system).forEach(({ text }, index) => {
    if (typeof text === "string" && text.trim() === "")
      throw new RefusedRequest(
        `The text field in the SystemContentBlock object at system.${index} is blank. Add text to the text field, and try again.`,
      );
  });
}

function checkTools({ toolConfig = null }: JsonObject): void {
  if (toolConfig === null) return;
  const { tools, toolChoice } = object(toolConfig);
  if (objects(tools).length === 0)
    throw violation("toolConfig.tools", "Member must have length greater than or equal to 1");
  objects(tools).forEach(checkTool);
  const names = objects(tools).flatMap(({ toolSpec }) => (isObject(toolSpec) ? [string(toolSpec.name)] : []));
  if (new Set(names).size < names.length) throw modelError("tools: Tool names must be unique.");
  if (toolChoice === undefined) return;
  const [kind = "", ...others] = Object.keys(object(toolChoice));
  if (others.length > 0 || !["auto", "any", "tool"].includes(kind))
    throw new RefusedRequest("The toolChoice field must have exactly one of auto, any and tool.");
  const name = string(object(object(toolChoice).tool).name);
  if (kind === "tool" && !names.includes(name))
    throw modelError(`tool_choice.name: Tool '${name}' not found in provided tools`);
}

function checkTool(tool: JsonObject, index: number): void {
  const { toolSpec } = tool;
  if (!["toolSpec", "systemTool", "cachePoint"].some((kind) => isObject(tool[kind])) || Object.keys(tool).length !== 1)
    throw new RefusedRequest(`The Tool object at toolConfig.tools.${index} must have exactly one member.`);
  if (!isObject(toolSpec)) return;
  const place = `toolConfig.tools.${index + 1}.member.toolSpec`;
  checkName(toolSpec.name, `${place}.name`);
  if (toolSpec.description === "")
    throw violation(`${place}.description`, "Member must have length greater than or equal to 1", "");
  const { json } = object(toolSpec.inputSchema);
  if (!isObject(json)) throw notAnObject(`toolConfig.tools.${index}.toolSpec.inputSchema.json`);
  if (json.type !== "object")
    throw new RefusedRequest(
      `The value at toolConfig.tools.${index}.toolSpec.inputSchema.json.type must be one of the following: object.`,
    );
}

const EFFORTS = ["low", "medium", "high", "xhigh", "max"];

function checkFormat({ outputConfig }: JsonObject): void {
  const { textFormat, effort } = object(outputConfig);
  if (effort !== undefined && !EFFORTS.includes(string(effort)))
    throw violation("outputConfig.effort", `Member must satisfy enum value set: [${EFFORTS.join(", ")}]`, effort);
  if (textFormat === undefined) return;
  const { type, structure } = object(textFormat);
  const { schema } = object(object(structure).jsonSchema);
  if (type !== "json_schema" || typeof schema !== "string")
    throw new RefusedRequest("outputConfig.textFormat must be a json_schema whose schema is JSON text.");
}

// Nova takes none of Claude's settings: https://github.com/UKGovernmentBEIS/inspect_ai/issues/3939
function checkNova(body: JsonObject, model: string): void {
  if (!model.includes("amazon.nova")) return;
  const fields = object(body.additionalModelRequestFields);
  const found = CLAUDE_FIELDS.find((name) => fields[name] !== undefined);
  if (found !== undefined) throw malformed(`#: extraneous key [${found}] is not permitted`);
  if (fields.reasoningConfig !== undefined) checkNovaReasoning(object(fields.reasoningConfig), body, model);
}

// https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html; the first generation does not reason.
function checkNovaReasoning(config: JsonObject, { inferenceConfig }: JsonObject, model: string): void {
  const { type, maxReasoningEffort: effort } = config;
  const isEnabled = type === "enabled" && ["low", "medium", "high"].includes(string(effort));
  if (!/amazon\.nova-[2-9]/.test(model) || !(isEnabled || type === "disabled"))
    throw malformed("the provided reasoning config value is invalid");
  const excluded = ["maxTokens", "temperature", "topP"].find((name) => object(inferenceConfig)[name] !== undefined);
  if (effort === "high" && excluded !== undefined)
    throw malformed(`${excluded} must be unset when maxReasoningEffort is high`);
}

function malformed(problem: string): RefusedRequest {
  return modelError(`Malformed input request: ${problem}, please reformat your input and try again.`);
}

const CLAUDE_FIELDS = ["thinking", "reasoning_config", "top_k"];

function checkThinking({ additionalModelRequestFields, inferenceConfig, toolConfig }: JsonObject): void {
  const { type, budget_tokens: budget } = object(object(additionalModelRequestFields).thinking);
  if (type !== "enabled") return;
  if (typeof budget !== "number" || budget < 1024)
    throw modelError("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  const { maxTokens } = object(inferenceConfig);
  if (typeof maxTokens === "number" && maxTokens <= budget)
    throw modelError("`max_tokens` must be greater than `thinking.budget_tokens`.");
  const { any, tool } = object(object(toolConfig).toolChoice);
  if (any !== undefined || tool !== undefined)
    throw modelError("Thinking may not be enabled when tool_choice forces tool use.");
}

/** The settings as Claude gets them; its models refuse the same as on Anthropic's API. */
function asClaude(body: JsonObject, model: string): JsonObject {
  const { temperature, topP } = object(body.inferenceConfig);
  const { thinking, top_k } = object(body.additionalModelRequestFields);
  const { effort, textFormat } = object(body.outputConfig);
  const { any, tool } = object(object(body.toolConfig).toolChoice);
  const anyTool = any === undefined ? undefined : "any";
  const choice = tool === undefined ? anyTool : "tool";
  const entries: readonly [string, Json | undefined][] = [
    ["model", model],
    ["temperature", temperature],
    ["top_p", topP],
    ["top_k", top_k],
    ["thinking", thinking],
    ["output_config", present({ effort, format: textFormat })],
    ["tool_choice", choice === undefined ? undefined : { type: choice }],
    ["messages", objects(body.messages).map(claudeMessage)],
  ];
  return present(Object.fromEntries(entries));
}

function present(value: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

const BLOCKS: Readonly<Record<string, string>> = {
  toolUse: "tool_use",
  toolResult: "tool_result",
  reasoningContent: "thinking",
};

function claudeMessage({ role = "", content }: JsonObject): JsonObject {
  const types = objects(content).flatMap((block) => Object.keys(block).filter((kind) => kind !== "cachePoint"));
  return { role, content: types.map((kind) => ({ type: BLOCKS[kind] ?? kind })) };
}
