import type { JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";

/** A model of OpenAI by its name; 506 is GPT-5.6, and the o-series has no version. */
interface Model {
  readonly name: string;
  readonly version: number;
  readonly reasons: boolean;
}

function modelOf(name: string): Model | undefined {
  const [, series, major, minor] = /^(?:openai\/)?(?:(o\d)|gpt-(\d)(?:\.(\d))?)(?![\d])/.exec(name) ?? [];
  if (series === undefined && major === undefined) return undefined;
  const version = series === undefined ? Number(major) * 100 + Number(minor ?? 0) : 0;
  const reasons = series !== undefined || (version >= 500 && !name.includes("-chat"));
  return { name, version, reasons };
}

/** Refuses what one model refuses on Chat Completions: https://developers.openai.com/api/docs/guides/latest-model */
export function checkChatModel(body: JsonObject): void {
  const model = modelOf(string(body.model));
  if (model === undefined) return;
  const effort = body.reasoning_effort === undefined ? undefined : string(body.reasoning_effort);
  checkEffort(model, effort, "reasoning_effort", false);
  checkVerbosity(model, body.verbosity);
  if (!model.reasons) return;
  refuseAny(body, ["frequency_penalty", "presence_penalty", "logit_bias", "top_logprobs"]);
  checkSampling(model, body, effort);
  if (body.max_tokens !== undefined) throw unsupported("max_tokens", " Use 'max_completion_tokens' instead.");
  if (/^(?:o3|o4-mini|gpt-5(?=-|$))/.test(model.name)) refuseAny(body, ["stop"]);
  checkParallel(model, body);
  const tools = objects(body.tools).some(({ type }) => type === "function");
  if (tools && model.version >= 504 && (effort ?? "medium") !== "none")
    throw new RefusedRequest(
      `Function tools with reasoning_effort are not supported for ${model.name} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      { param: "reasoning_effort" },
    );
}

/** Refuses what one model refuses on Responses. */
export function checkResponsesModel(body: JsonObject): void {
  const model = modelOf(string(body.model));
  if (model === undefined) return;
  const reasoning = object(body.reasoning);
  const effort = reasoning.effort === undefined || reasoning.effort === null ? undefined : string(reasoning.effort);
  checkEffort(model, effort, "reasoning.effort", true);
  checkVerbosity(model, object(body.text).verbosity);
  if (!model.reasons) {
    if (reasoning.summary !== undefined && reasoning.summary !== null) throw unsupported("reasoning.summary");
    if (Array.isArray(body.include) && body.include.includes("reasoning.encrypted_content"))
      throw new RefusedRequest("Encrypted content is not supported with this model.", { param: "include" });
    return;
  }
  refuseAny(body, ["top_logprobs"]);
  checkSampling(model, body, effort);
  checkParallel(model, body);
}

const LOW_TO_HIGH = ["low", "medium", "high"];
const NONE_FROM_6 = /gpt-(?:6-sol|6-luna|6\.1-terra)/;

function effortsOf({ name, version }: Model, responses: boolean): readonly string[] {
  const most = responses ? ["xhigh", "max"] : ["xhigh"];
  if (version === 0) return LOW_TO_HIGH;
  if (version === 500) return ["minimal", ...LOW_TO_HIGH];
  if (version === 501) return ["none", ...LOW_TO_HIGH];
  if (version < 506) return ["none", ...LOW_TO_HIGH, "xhigh"];
  if (version < 600) return ["none", ...LOW_TO_HIGH, ...most];
  return [...(NONE_FROM_6.test(name) ? ["none"] : []), ...LOW_TO_HIGH, ...most];
}

function checkEffort(model: Model, effort: string | undefined, param: string, responses: boolean): void {
  if (effort === undefined) return;
  if (!model.reasons) throw unsupported(param);
  const efforts = effortsOf(model, responses);
  // What other variants accept is not documented.
  if (/-(?:pro|codex|search)/.test(model.name) || efforts.includes(effort)) return;
  throw new RefusedRequest(
    `Unsupported value: '${param}' does not support '${effort}' with this model. Supported values are: ${efforts.map((each) => `'${each}'`).join(", ")}.`,
    { param, code: "unsupported_value" },
  );
}

function checkVerbosity({ version, name }: Model, verbosity: unknown): void {
  if (version >= 500 || verbosity === undefined || verbosity === null || verbosity === "medium") return;
  throw new RefusedRequest(
    `Unsupported value: '${String(verbosity)}' is not supported with the '${name}' model. Supported values are: 'medium'.`,
    { param: "verbosity", code: "unsupported_value" },
  );
}

// Reasoning models do not take sampling parameters.
function checkSampling({ name, version }: Model, body: JsonObject, effort: string | undefined): void {
  const byDefault = version > 500 && version < 506 ? "none" : "medium";
  const never = version <= 500 || (version >= 600 && !NONE_FROM_6.test(name));
  if (!never && (effort ?? byDefault) === "none") return;
  for (const field of ["temperature", "top_p"])
    if (body[field] !== undefined && body[field] !== null && body[field] !== 1) throw unsupported(field);
  if (body.logprobs === true) throw unsupported("logprobs");
}

function checkParallel({ name }: Model, body: JsonObject): void {
  if (/^(?:o3|o4-mini)/.test(name)) refuseAny(body, ["parallel_tool_calls"]);
}

function refuseAny(body: JsonObject, fields: readonly string[]): void {
  const found = fields.find((field) => body[field] !== undefined && body[field] !== null);
  if (found !== undefined) throw unsupported(found);
}

function unsupported(param: string, more = ""): RefusedRequest {
  return new RefusedRequest(`Unsupported parameter: '${param}' is not supported with this model.${more}`, {
    param,
    code: "unsupported_parameter",
  });
}
