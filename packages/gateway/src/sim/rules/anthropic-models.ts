import type { JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";

/** Refuses what one model of Claude refuses: https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting */
export function checkClaude(body: JsonObject): void {
  const model = versionOf(string(body.model));
  if (model === undefined) return;
  checkThinkingType(body, model);
  checkEffort(body, model);
  checkSampling(body, model);
  checkForced(body, model);
  checkMessages(body, model);
}

interface Claude {
  readonly line: string;
  readonly version: number;
}

// `claude-sonnet-4-5-20250929`, `claude-sonnet-4-20250514`, `claude-3-5-sonnet-20241022`
function versionOf(name: string): Claude | undefined {
  const newer = /claude-(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d)(?!\d))?/.exec(name);
  if (newer !== null) return { line: newer[1] ?? "", version: Number(`${newer[2]}.${newer[3] ?? 0}`) };
  const older = /claude-(\d)(?:[-.](\d)(?!\d))?-(opus|sonnet|haiku)/.exec(name);
  return older === null ? undefined : { line: older[3] ?? "", version: Number(`${older[1]}.${older[2] ?? 0}`) };
}

function isOneOf({ line, version }: Claude, ...names: string[]): boolean {
  return names.includes(`${line} ${version}`);
}

function thinksAlways(model: Claude): boolean {
  return ["fable", "mythos"].includes(model.line) || isOneOf(model, "opus 5.5", "sonnet 5.5");
}

function checkThinkingType({ thinking, output_config }: JsonObject, model: Claude): void {
  const type = string(object(thinking).type);
  if (type === "") return;
  const manual = model.version === 3.7 || (model.version >= 4 && model.version <= 4.6);
  if (type === "enabled" && !manual)
    throw new RefusedRequest('"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".');
  if (type === "adaptive" && model.version < 4.6)
    throw new RefusedRequest("adaptive thinking is not supported on this model");
  if (type === "disabled" && thinksAlways(model))
    throw new RefusedRequest('"thinking.type.disabled" is not supported for this model.');
  const high = ["xhigh", "max"].includes(string(object(output_config).effort));
  if (type === "disabled" && high && isOneOf(model, "opus 5", "haiku 5.5"))
    throw new RefusedRequest("thinking cannot be disabled at this effort.");
}

function checkEffort({ output_config }: JsonObject, model: Claude): void {
  const effort = string(object(output_config).effort);
  if (effort === "") return;
  const takes = model.version >= 4.6 || isOneOf(model, "opus 4.5");
  if (!takes) throw new RefusedRequest("This model does not support the effort parameter.");
  const levels = [
    "low",
    "medium",
    "high",
    ...(model.version >= 4.6 ? ["max"] : []),
    ...(model.version > 4.6 ? ["xhigh"] : []),
  ];
  if (!levels.includes(effort))
    throw new RefusedRequest(
      `This model does not support effort level '${effort}'. Supported levels: ${levels.toSorted().join(", ")}.`,
    );
}

function checkSampling({ temperature, top_p, top_k, thinking }: JsonObject, { version }: Claude): void {
  const thinks = ["enabled", "adaptive"].includes(string(object(thinking).type));
  if (version <= 4.6 && !thinks) return;
  if (temperature !== undefined && temperature !== 1) throw new RefusedRequest("`temperature` may only be set to 1.");
  if (top_p !== undefined && Number(top_p) < (thinks && version <= 4.6 ? 0.95 : 0.99))
    throw new RefusedRequest("`top_p` is not supported for this model.");
  if (top_k !== undefined) throw new RefusedRequest("`top_k` is not supported for this model.");
}

function checkForced({ tool_choice }: JsonObject, model: Claude): void {
  const { type } = object(tool_choice);
  const refuses =
    isOneOf(model, "opus 5.5", "sonnet 5.5") || (["fable", "mythos"].includes(model.line) && model.version >= 5.1);
  if ((type === "any" || type === "tool") && refuses)
    throw new RefusedRequest(`tool_choice.type '${type}' is not supported on this model.`);
}

function checkMessages({ messages, thinking, output_config }: JsonObject, model: Claude): void {
  const all = objects(messages);
  if (all.some(({ role }) => role === "system") && !takesSystem(model))
    throw new RefusedRequest("role 'system' is not supported on this model");
  const last = all.findLast(({ role }) => role !== "system");
  const formatted = object(output_config).format !== undefined;
  if (last?.role === "assistant" && !isPaused(last) && (model.version >= 4.6 || formatted))
    throw new RefusedRequest(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  if (object(thinking).type === "enabled") checkReturned(all);
}

// A turn that was paused at a server tool is sent back as it is.
function isPaused({ content }: JsonObject): boolean {
  return objects(content).some(({ type }) => type !== "text" && !string(type).endsWith("thinking"));
}

function takesSystem(model: Claude): boolean {
  if (model.line === "sonnet") return model.version >= 5.5;
  return model.line === "haiku" ? model.version >= 5.5 : model.version >= 4.8;
}

// Thinking blocks before calls must be sent back with them.
function checkReturned(messages: readonly JsonObject[]): void {
  const turnStart = messages.findLastIndex(
    ({ role, content }) =>
      role === "user" && (typeof content === "string" || objects(content).some(({ type }) => type !== "tool_result")),
  );
  const [first] = messages.slice(turnStart + 1).filter(({ role }) => role === "assistant");
  if (first === undefined) return;
  const type = typeof first.content === "string" ? "text" : string(objects(first.content)[0]?.type);
  if (type === "thinking" || type === "redacted_thinking") return;
  throw new RefusedRequest(
    `messages.${messages.indexOf(first)}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
  );
}
