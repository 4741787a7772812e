import { relevantFacts } from "../../facts/relevant.ts";
import { isArray, isObject } from "../../json/value.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { fieldReport, loseField, nodeReport } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { copyMessage } from "../../mapping/nodes/parts.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { withSupportedEffort } from "../../mapping/settings/efforts.ts";
import { fieldPlacesFor, serverFact } from "../../mapping/settings/model-rules.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { withRawMode } from "../chat/choice.ts";
import { facts } from "./facts.ts";
import { profile } from "./profile.ts";
import { requestFacts } from "./request-facts.ts";

/** Adapts a request of another dialect to its model; compatible servers are known by the names of their models. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  if (request.origin?.dialect === facts.dialect) return request;
  const adapted = withFreeChoice(withoutTools(request, report), report);
  const { choice, cacheTtl = CACHE_TTL } = adapted;
  return copyRequest(adapted, {
    cacheTtl: cacheTtl === CACHE_TTL ? adapted.cacheTtl : loseField(adapted, "cacheTtl", report),
    messages: replaceItems(adapted.messages, (message) => messageFor(message, adapted.model, report)),
    choice: choice && withModeOf(choice, adapted),
    extras: withFieldPointers(adapted),
  });
}

/** The only `ttl` of `prompt_cache_options` here: https://developers.openai.com/api/reference/resources/chat */
const CACHE_TTL = "30m";

/** Adapts a native request to what its model accepts; the same request if nothing has to change. */
export function nativeForModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  const adapted = withKnownRoles(withFreeChoice(withoutTools(request, report), report), report);
  return withCompletionTokens(withSupportedEffort(adapted, chatEfforts(request.model), report), report);
}

/** The efforts that a model knows here; the highest is for Responses alone: https://developers.openai.com/api/docs/guides/reasoning */
export function chatEfforts(model: string | undefined): readonly string[] | undefined {
  const { efforts, chatTools, manualThinking } = relevantFacts(model);
  // Proxies turn the effort into a budget for models that have budgets, each in its own way.
  if (manualThinking === true) return undefined;
  return chatTools === undefined ? efforts : efforts?.filter((effort) => effort !== "max");
}

// "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
function withCompletionTokens(request: CanonicalRequest, report: Report): CanonicalRequest {
  const own = request.extras?.[facts.dialect];
  const at = isObject(own?.at) ? own.at : {};
  const places = isArray(at.maxTokens) ? at.maxTokens : [];
  if (own === undefined || !places.includes("/max_tokens") || relevantFacts(request.model).completionTokens !== true)
    return request;
  fieldReport(request, "maxTokens", report).change("default-layout");
  const { maxTokens, ...others } = at;
  return copyRequest(request, { extras: { ...request.extras, [facts.dialect]: { ...own, at: others } } });
}

/** Newer models take tools here only if they do not reason: https://developers.openai.com/api/docs/guides/migrate-to-responses */
export function effortWithTools(model: string | undefined): string | undefined {
  const { chatTools } = relevantFacts(model);
  return chatTools === false ? undefined : chatTools;
}

function fact(model: string | undefined, name: string): Json | undefined {
  return serverFact(model, name, profile.conversation);
}

// Models that cannot switch reasoning off take no tools on Chat Completions.
function withoutTools(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { tools, choice } = request;
  if (tools === undefined || relevantFacts(request.model).chatTools !== false) return request;
  if (requestFacts.declaredTools.encode(tools, report).length === 0) return request;
  report.on(tools.place).lose("model", { feature: "tools", detail: request.model ?? null });
  if (choice?.mode === "required") nodeReport(choice, report).lose("choice-without-tools", { feature: "tool_choice" });
  else if (choice !== undefined) nodeReport(choice, report).change("choice-without-tools");
  return copyRequest(request, { tools: undefined, choice: undefined });
}

// "Thinking mode does not support this tool_choice": the forced choice matters more to the caller than reasoning.
function withFreeChoice(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { choice, thinking } = request;
  if (choice?.mode !== "required" || thinking === "off" || fact(request.model, "forcedWithThinking") !== false)
    return request;
  if (thinking === undefined) nodeReport(choice, report).change("forced-choice");
  else fieldReport(request, "thinking", report).lose("forced-choice", { feature: "thinking" });
  return copyRequest(request, { thinking: "off" });
}

function withModeOf(choice: Choice, request: CanonicalRequest): Choice {
  const raw = fact(request.model, "requiredChoice");
  const plain = choice.mode === "required" && choice.tool === undefined && choice.allowed === undefined;
  return plain && typeof raw === "string" && choice.extras === undefined
    ? { ...choice, ...withRawMode(facts.dialect, raw) }
    : choice;
}

function withFieldPointers({ model, extras }: CanonicalRequest): CanonicalRequest["extras"] {
  const places = Object.entries(fieldPlacesFor(model, profile.conversation));
  if (places.length === 0) return extras;
  const at = Object.fromEntries(places.map(([field, pointer]) => [field, [pointer]]));
  return { ...extras, [facts.dialect]: { at } };
}

// ── messages ────────────────────────────────────────────────────────────────

function withKnownRoles(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { messages, model } = request;
  if (!messages.some(({ role }) => role === "developer")) return request;
  const known = replaceItems(messages, (message) => {
    const role = roleFor(message, model);
    if (role !== message.role) reportDeveloper(message, report);
    return role === message.role ? message : copyMessage(message, message.parts, role);
  });
  return known === messages ? request : copyRequest(request, { messages: known });
}

function roleFor({ role }: Message, model: string | undefined): Role {
  return role === "developer" && fact(model, "developer") === false ? "system" : role;
}

function messageFor(message: Message, model: string | undefined, report: Report): Message {
  if (message.origin?.dialect === facts.dialect) return message;
  const role = roleFor(message, model);
  const parts = replaceItems(message.parts, (part) => partFor(part, model, report));
  if (role !== message.role) reportDeveloper(message, report);
  return role === message.role && parts === message.parts ? message : copyMessage(message, parts, role);
}

function partFor(part: Part, model: string | undefined, report: Report): Part {
  if (part.type === "media" && fact(model, "media") === false) return describeMedia(part, report);
  if (part.type !== "reasoning" || fact(model, "reasoningInContent") !== true) return part;
  const thinking = part.texts.map((text) => ({ type: "text", text }));
  const origin = { dialect: facts.dialect, place: nodeReport(part, report).place, fields: {} };
  return { type: "opaque", feature: "thinking", wire: { type: "thinking", thinking }, origin };
}
