// Calls and results without a conversation around them, for `convertToolCalls` and `convertToolResults`: ids are
// translated by rule, since nothing is known of earlier requests.

import { CallIds, derivedId } from "../../identity/call-ids.ts";
import { assignToolNames, type ToolKey } from "../../identity/tool-names.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { showsData } from "../../mapping/nodes/shown-data.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallPart } from "../../model/call.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallDialect } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { finish } from "../../steps.ts";
import { arrangeResults } from "../request/arrange-messages.ts";
import { reportArguments } from "./report-arguments.ts";

/** The messages that carry results, or the results alone in dialects without messages. */
export function encodeResults(results: readonly ResultPart[], dialect: CallDialect, report: Report): Json[] {
  const profile = dialect.profile.conversation;
  const messages = arrangeResults(results, { dialect: dialect.id, profile: withMedia(profile) }, report);
  if (profile.messages) return finish(dialect.messages.encode(messages, report));
  const encodable = messages.flatMap(({ parts }) => parts).filter((part) => part.type === "result");
  return encodable.flatMap((result) => dialect.results.encode(result, report) ?? []);
}

// Dialects without messages cannot attach media to a result: it stays inside.
function withMedia(profile: CallRules): CallRules {
  return profile.messages ? profile : { ...profile, resultMedia: new Set(["image"]) };
}

/** The dialects between which a call or a result is translated on its own. */
export interface CallTranslation {
  readonly from: CallDialect;
  readonly to: CallDialect;
  readonly report: Report;
}

/** Translates a call that stands alone, as a bridge would translate it. */
export function translateCall(call: CallPart, index: number, translation: CallTranslation): CallPart {
  const { from, to, report } = translation;
  if (from === to) return call;
  reportArguments(call, report);
  const { namespace: _, builtIn, ...rest } = call;
  if (builtIn !== undefined) nodeReport(call, report).change("client-tool-to-function");
  const name = translateName(call, to, fieldReport(call, "name", report));
  const named = { ...rest, ...name, id: translateId(call, index, translation) };
  const translated = withSignature(named, translation);
  if (call.kind !== "custom" || to.profile.conversation.customTools) return translated;
  nodeReport(call, report).change("custom-to-function");
  return { ...translated, kind: "function", input: wrapTextInput(call.input) };
}

/** Translates a choice that stands alone: the tools that it names are named as in calls. */
export function translateChoice(choice: Choice, translation: CallTranslation): Choice {
  const { tool, allowed } = choice;
  if (translation.from === translation.to || (tool === undefined && allowed === undefined)) return choice;
  return {
    ...choice,
    ...(tool && { tool: translateReference(tool, translation) }),
    ...(allowed && { allowed: allowed.map((each) => translateReference(each, translation)) }),
  };
}

function translateReference(reference: ToolReference, { to, report }: CallTranslation): ToolReference {
  if (reference.kind === "hosted") return reference;
  const at = nodeReport(reference, report);
  const { namespace: _, ...rest } = reference;
  const { name, namespace } = translateName(reference, to, at);
  const named = { ...rest, name, ...(namespace !== undefined && { namespace }) };
  if (reference.kind !== "custom" || to.profile.conversation.customTools) return named;
  at.change("custom-to-function");
  return { ...named, kind: "function" };
}

/** Translates a result that stands alone, as a bridge would translate it. */
export function translateResult(result: ResultPart, index: number, translation: CallTranslation): ResultPart {
  const { from, to, report } = translation;
  if (from === to) return result;
  const { namespace: _, builtIn, ...rest } = result;
  if (builtIn !== undefined) nodeReport(result, report).change("client-tool-to-function");
  const id = result.id === "" && !to.profile.conversation.messages ? "" : translateId(result, index, translation);
  const at = fieldReport(result, "name", report);
  const name = result.name === undefined ? {} : translateName({ ...result, name: result.name }, to, at);
  reportContent(result, to.profile.conversation, report);
  return withStructuredText({ ...rest, ...name, id }, to);
}

// Where a result has no field for the name or the data, the call has the name and the text has the data.
function reportContent(result: ResultPart, profile: CallRules, report: Report): void {
  const { parts, structured, name } = result;
  if (parts.length === 0 && structured === undefined) nodeReport(result, report).change("empty-result");
  if (name !== undefined && profile.namedResults !== true) fieldReport(result, "name", report).change("name-of-call");
  if (structured !== undefined && !canBeStructured(result, profile))
    fieldReport(result, "structured", report).change("result-as-text");
}

function canBeStructured({ parts, isError }: ResultPart, { structuredResults }: CallRules): boolean {
  if (structuredResults === "successes") return isError !== true;
  return structuredResults === "without-content" ? parts.length === 0 : structuredResults === "all";
}

// Most models see the text of a result alone, and so does who calls an executable that fails: structured content that differs from it
// is added.
function withStructuredText(result: ResultPart, { profile }: CallDialect): ResultPart {
  const { structured, plain, ...rest } = result;
  const { conversation } = profile;
  if (structured === undefined || (!conversation.messages && canBeStructured(result, conversation))) return result;
  if (result.parts.some((part) => part.type === "text" && showsData(part.text, structured))) return result;
  return { ...rest, parts: [...result.parts, { type: "text", text: stringifyJson(structured) }] };
}

function withSignature({ signature, ...call }: CallPart, { to, report }: CallTranslation): CallPart {
  if (signature === undefined) return call;
  if (to.profile.conversation.signedCalls === true) return { ...call, signature };
  fieldReport(call, "signature", report).lose("foreign-signature");
  return call;
}

// A call without an id gets one by its position.
function translateId(part: CallPart | ResultPart, index: number, { from, to, report }: CallTranslation): string {
  const { id } = part;
  const [source, target] = [from.profile.conversation.callIds, to.profile.conversation.callIds];
  if (id === "") return derivedId([String(index)], target);
  const ids = new CallIds(source, target);
  const translated = ids.toProvider(id);
  if (!ids.isReversible(id)) fieldReport(part, "id", report).change("call-id", translated);
  return translated;
}

function translateName({ name, namespace }: ToolKey, to: CallDialect, report: Report): ToolKey {
  if (namespace !== undefined && to.profile.toolFields.has("namespace")) return { name, namespace };
  const key = namespace === undefined ? { name } : { name, namespace };
  const [translated = name] = assignToolNames([key], to.profile.toolNames);
  if (translated !== name) report.change("tool-name", translated);
  return { name: translated };
}
