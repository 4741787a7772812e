import { CallIds, derivedId } from "../../identity/call-ids.ts";
import { assignToolNames, type ToolKey } from "../../identity/tool-names.ts";
import { jsonIn } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { equalJson } from "../../json/value.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallPart } from "../../model/call.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { ConversationProfile } from "../../model/profile.ts";
import type { ResultPart } from "../../model/result.ts";
import { Ledger, Report } from "../../report.ts";
import { arrangeResults } from "../request/arrange-messages.ts";
import { reportArguments } from "./report-arguments.ts";

/** The messages that carry results, or the results themselves for those who have no messages. */
export function encodeResults(results: readonly ResultPart[], dialect: Dialect, report: Report): Json[] {
  const profile = dialect.profile.conversation;
  const messages = arrangeResults(results, { dialect: dialect.id, profile: withMedia(profile) }, report);
  if (profile.messages) return dialect.messages.encode(messages, report);
  const shown = messages.flatMap(({ parts }) => parts).filter((part) => part.type === "result");
  return shown.flatMap((result) => dialect.results.encode(result, report) ?? []);
}

// Whoever has no messages can show nothing beside a result.
function withMedia(profile: ConversationProfile): ConversationProfile {
  return profile.messages ? profile : { ...profile, resultMedia: new Set(["image"]) };
}

/** Where a piece comes from and where it goes. */
export interface CallTranslation {
  readonly from: Dialect;
  readonly to: Dialect;
  readonly report: Report;
}

/** A call on its own, in the target's terms. */
export function translateCall(call: CallPart, index: number, way: CallTranslation): CallPart {
  const { from, to, report } = way;
  if (from === to) return call;
  reportArguments(call, report);
  const { namespace: _, builtIn, ...rest } = call;
  if (builtIn !== undefined) nodeReport(call, report).change("client-tool-to-function");
  const sent = withSignature({ ...rest, ...sentName(call, way), id: sentId(call, index, way) }, way);
  if (call.kind !== "custom" || to.profile.conversation.customTools) return sent;
  nodeReport(call, report).change("custom-to-function");
  return { ...sent, kind: "function", input: wrapTextInput(call.input) };
}

/** A result on its own, in the target's terms. */
export function translateResult(result: ResultPart, index: number, way: CallTranslation): ResultPart {
  const { from, to, report } = way;
  if (from === to) return result;
  const { namespace: _, builtIn, ...rest } = result;
  if (builtIn !== undefined) nodeReport(result, report).change("client-tool-to-function");
  const id = result.id === "" && !to.profile.conversation.messages ? "" : sentId(result, index, way);
  const name = result.name === undefined ? {} : sentName({ ...result, name: result.name }, way);
  const sent = { ...rest, ...name, id };
  if (result.parts.length === 0 && result.structured === undefined) nodeReport(result, report).change("empty-result");
  // The call says the name as well, and the text says the data.
  if (result.name !== undefined && !says(sent, "name", to)) fieldReport(result, "name", report).change("name-of-call");
  if (result.structured !== undefined && !says(sent, "structured", to))
    fieldReport(result, "structured", report).change("result-as-text");
  return withDataSaid(sent, to);
}

// Beside words that say something else, data is said in words as well: most models see nothing but those.
function withDataSaid(result: ResultPart, { profile }: Dialect): ResultPart {
  const { structured, plain, ...rest } = result;
  if (structured === undefined || !profile.conversation.messages) return result;
  if (result.parts.some((part) => part.type === "text" && saysData(part.text, structured))) return result;
  return { ...rest, parts: [...result.parts, { type: "text", text: stringifyJson(structured) }] };
}

function saysData(text: string, data: Json): boolean {
  const value = jsonIn(text);
  return value !== undefined && equalJson(value, data);
}

// A dialect says a field where its result is another without it.
function says(result: ResultPart, field: "name" | "structured", { results, id }: Dialect): boolean {
  const draft = new Report(new Ledger({ from: id, to: id }), "from_canonical");
  const { [field]: _, ...less } = result;
  return !equalJson(results.encode(result, draft) ?? null, results.encode(less, draft) ?? null);
}

// Where calls carry the proofs of other vendors, they say so; elsewhere a call is the same with and without one.
function withSignature({ signature, ...call }: CallPart, { to, report }: CallTranslation): CallPart {
  if (signature === undefined) return call;
  const draft = new Report(new Ledger({ from: to.id, to: to.id }), "from_canonical");
  const [signed, bare] = [{ ...call, signature }, call].map((each) => to.calls.encode(each, draft) ?? null);
  if (!equalJson(signed ?? null, bare ?? null)) return { ...call, signature };
  fieldReport(call, "signature", report).lose("foreign-signature");
  return call;
}

// As a bridge does it, so that both give the same; who has no id gets one by its place.
function sentId(part: CallPart | ResultPart, index: number, { from, to, report }: CallTranslation): string {
  const { id } = part;
  const [source, target] = [from.profile.conversation.callIds, to.profile.conversation.callIds];
  if (id === "") return derivedId([String(index)], target);
  const ids = new CallIds(source, target);
  const sent = ids.toProvider(id);
  if (!ids.isReversible(id)) fieldReport(part, "id", report).change("call-id", sent);
  return sent;
}

// As tools are named that are converted alone.
function sentName(call: Provenance & ToolKey, { to, report }: CallTranslation): ToolKey {
  const { name, namespace } = call;
  if (namespace !== undefined && to.profile.toolFields.has("namespace")) return { name, namespace };
  const [sent = name] = assignToolNames(
    [namespace === undefined ? { name } : { name, namespace }],
    to.profile.toolNames,
  );
  if (sent !== name) fieldReport(call, "name", report).change("tool-name", sent);
  return { name: sent };
}
