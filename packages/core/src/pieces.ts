import { wrapText } from "./content/custom.ts";
import { readInput } from "./content/input.ts";
import { fieldOf, nodeReport } from "./content/noted.ts";
import { arrangeResults } from "./conversation/arrange.ts";
import { CallIds, derivedId, withPrefix } from "./identity/call-ids.ts";
import { assignToolNames, type ToolKey } from "./identity/tool-names.ts";
import { stringifyJson } from "./json/stringify.ts";
import { equalJson, isArray } from "./json/value.ts";
import type { CallPart } from "./model/call.ts";
import type { Dialect } from "./model/dialect.ts";
import { ConversionError } from "./model/error.ts";
import type { Json, JsonObject } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { Noted } from "./model/node.ts";
import type { Part } from "./model/part.ts";
import type { ConversationProfile } from "./model/profile.ts";
import type { ResultPart } from "./model/result.ts";
import { Ledger, Report } from "./report.ts";
import { dialectNamed } from "./resolve.ts";

/** A call that a model made. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text; as they came, where they are no JSON. */
  readonly arguments: string;
  /** The arguments as a value; `undefined` where they are no JSON. */
  readonly input: Json | undefined;
  /** The arguments as they came. */
  readonly raw: string;
  readonly problem?: "invalid-json" | "not-an-object";
}

/** What a tool answered. */
export interface ToolResult {
  /** The call that it answers. */
  readonly id: string;
  readonly name: string;
  /** A text, or any JSON value. */
  readonly content: Json;
  readonly isError?: boolean;
}

/** Between which dialects a piece is translated. */
export interface PieceOptions {
  readonly from: string;
  readonly to: string;
}

/** A translated piece, and what was lost and changed on the way. */
export interface Piece<T = Json> {
  readonly value: T;
  readonly losses: Loss[];
  readonly changes: Change[];
}

/** A translated choice; `request` are the fields beside it that say the rest of it. */
export interface ChoicePiece extends Piece<Json | undefined> {
  readonly request: JsonObject;
}

/**
 * The calls in what a model answered: a response, a message, or calls as they stand in one.
 *
 * @example
 * parseToolCalls({ message: { role: "assistant", content: "", tool_calls: [{ function: { name: "now", arguments: {} } }] } }, { from: "ollama" })[0]?.arguments; // "{}"
 */
export function parseToolCalls(response: Json, { from }: { readonly from: string }): ToolCall[] {
  const dialect = dialectNamed(from, "to_canonical");
  const report = new Report(new Ledger({ from, to: "canonical" }), "to_canonical");
  return callsIn(response, dialect, report).map((call, index) => toolCall(call, index, dialect));
}

/**
 * The message that carries a tool's result; several, where one cannot hold all of it.
 *
 * @example
 * formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "openai-chat" }); // { role: "tool", tool_call_id: "call_1", content: "noon" }
 */
export function formatToolResult(result: ToolResult, { to }: { readonly to: string }): Json {
  const dialect = dialectNamed(to, "from_canonical");
  const report = new Report(new Ledger({ from: "canonical", to }), "from_canonical");
  const messages = encodeResults([resultPart(result)], dialect, report);
  return messages.length === 1 ? (messages[0] ?? null) : messages;
}

/**
 * Translates which tools may, must or must not be called.
 *
 * @example
 * convertToolChoice({ type: "any" }, { from: "anthropic", to: "openai-chat" }).value; // "required"
 */
export function convertToolChoice(choice: Json, { from, to }: PieceOptions): ChoicePiece {
  const ledger = new Ledger({ from, to });
  const source = dialectNamed(from, "to_canonical");
  const target = dialectNamed(to, "from_canonical");
  const decoded = source.choice.decode(choice, new Report(ledger, "to_canonical"));
  const value = target.choice.encode(decoded, new Report(ledger, "from_canonical"));
  const field = target.profile.conversation.parallelField;
  const request: JsonObject =
    field === undefined || decoded.parallel === undefined ? {} : { [field]: decoded.parallel };
  return { value, request, losses: ledger.losses(), changes: ledger.changes() };
}

/**
 * Translates calls as they stand in a dialect's messages.
 *
 * @example
 * convertToolCalls([{ type: "tool_use", id: "toolu_1", name: "now", input: {} }], { from: "anthropic", to: "ollama" }).value;
 */
export function convertToolCalls(calls: Json, { from, to }: PieceOptions): Piece<Json[]> {
  const ledger = new Ledger({ from, to });
  const source = dialectNamed(from, "to_canonical");
  const target = dialectNamed(to, "from_canonical");
  const decoded = callsIn(calls, source, new Report(ledger, "to_canonical"));
  const way = { from: source, to: target, report: new Report(ledger, "from_canonical") };
  const value = decoded.flatMap((call, index) => target.calls.encode(sentCall(call, index, way), way.report) ?? []);
  return { value, losses: ledger.losses(), changes: ledger.changes() };
}

/**
 * Translates results as they stand in a dialect's messages into the messages that carry them.
 *
 * @example
 * convertToolResults([{ role: "tool", tool_call_id: "call_1", content: "noon" }], { from: "openai-chat", to: "anthropic" }).value;
 */
export function convertToolResults(results: Json, { from, to }: PieceOptions): Piece<Json[]> {
  const ledger = new Ledger({ from, to });
  const source = dialectNamed(from, "to_canonical");
  const target = dialectNamed(to, "from_canonical");
  const decoded = resultsIn(results, source, new Report(ledger, "to_canonical"));
  const report = new Report(ledger, "from_canonical");
  const sent = decoded.map((result, index) => sentResult(result, index, { from: source, to: target, report }));
  const value = encodeResults(sent, target, report);
  return { value, losses: ledger.losses(), changes: ledger.changes() };
}

/**
 * A call's id as ids look in another dialect: its prefix is exchanged for that dialect's.
 *
 * @example
 * convertCallId("toolu_xyz", { to: "openai-chat" }); // "call_xyz"
 */
export function convertCallId(id: string, { to }: { readonly to: string }): string {
  return withPrefix(id, dialectNamed(to, "from_canonical").profile.conversation.callIds.prefix);
}

// ── reading ─────────────────────────────────────────────────────────────────

// A caller may have the whole answer, its message, a list of blocks or calls alone: the first that holds a call is meant.
function callsIn(wire: Json, dialect: Dialect, report: Report): CallPart[] {
  const list = isArray(wire) ? wire : [wire];
  const whole = () => dialect.response.decode(wire, report).candidates.flatMap(({ parts }) => parts);
  const readings = [
    ...(isArray(wire) ? [] : [whole]),
    () => dialect.messages.decode(list, report).flatMap(({ parts }) => parts),
    () => list.map((call, index) => dialect.calls.decode(call, isArray(wire) ? report.at(index) : report)),
  ];
  return firstFilled(readings, isCall, report);
}

function resultsIn(wire: Json, dialect: Dialect, report: Report): ResultPart[] {
  const list = isArray(wire) ? wire : [wire];
  const readings = [
    () => dialect.messages.decode(list, report).flatMap(({ parts }) => parts),
    () => list.map((result, index) => dialect.results.decode(result, isArray(wire) ? report.at(index) : report)),
  ];
  return firstFilled(readings, isResult, report);
}

// What cannot be read one way may be read another; where all refuse, the last says why.
function firstFilled<T extends Part>(
  readings: readonly (() => readonly Part[])[],
  is: (part: Part) => part is T,
  report: Report,
): T[] {
  const refusals: ConversionError[] = [];
  for (const read of readings) {
    const mark = report.ledger.mark();
    try {
      const found = read().filter(is);
      if (found.length > 0) return found;
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      refusals.push(error);
    }
    report.ledger.rewind(mark);
  }
  const last = refusals.at(-1);
  if (last !== undefined && refusals.length === readings.length) throw last;
  return [];
}

function isCall(part: Part): part is CallPart {
  return part.type === "call";
}

function isResult(part: Part): part is ResultPart {
  return part.type === "result";
}

function toolCall(call: CallPart, index: number, { profile }: Dialect): ToolCall {
  const { value, text, problem } = readInput(call.input);
  const raw = call.input.type === "json" ? call.input.text : text;
  const args = call.input.type === "json" && raw.trim() === "" ? "{}" : text;
  const id = call.id === "" ? derivedId([String(index), call.name, text], profile.conversation.callIds) : call.id;
  return { id, name: call.name, arguments: args, input: value, raw, ...(problem === undefined ? {} : { problem }) };
}

// ── writing ─────────────────────────────────────────────────────────────────

function encodeResults(results: readonly ResultPart[], dialect: Dialect, report: Report): Json[] {
  const profile = dialect.profile.conversation;
  const messages = arrangeResults(results, { dialect: dialect.id, profile: withMedia(profile) }, report);
  if (profile.messages) return dialect.messages.encode(messages, report);
  const shown = messages.flatMap(({ parts }) => parts).filter(isResult);
  return shown.flatMap((result) => dialect.results.encode(result, report) ?? []);
}

// Whoever has no messages can show nothing beside a result.
function withMedia(profile: ConversationProfile): ConversationProfile {
  return profile.messages ? profile : { ...profile, resultMedia: new Set(["image"]) };
}

function resultPart({ id, name, content, isError }: ToolResult): ResultPart {
  const text = typeof content === "string" ? content : stringifyJson(content);
  const structured = typeof content === "string" ? {} : { structured: content };
  const failed = isError === undefined ? {} : { isError };
  return { type: "result", id, name, parts: [{ type: "text", text }], plain: true, ...structured, ...failed };
}

/** Where a piece comes from and where it goes. */
interface Way {
  readonly from: Dialect;
  readonly to: Dialect;
  readonly report: Report;
}

function sentCall(call: CallPart, index: number, way: Way): CallPart {
  const { from, to, report } = way;
  if (from === to) return call;
  const { namespace: _, ...rest } = call;
  const sent = withSeal({ ...rest, ...sentName(call, way), id: sentId(call, index, way) }, way);
  if (call.kind !== "custom" || to.profile.conversation.customTools) return sent;
  nodeReport(call, report).change("custom-to-function");
  return { ...sent, kind: "function", input: wrapText(call.input) };
}

function sentResult(result: ResultPart, index: number, way: Way): ResultPart {
  const { from, to, report } = way;
  if (from === to) return result;
  const { namespace: _, ...rest } = result;
  const id = result.id === "" && !to.profile.conversation.messages ? "" : sentId(result, index, way);
  const name = result.name === undefined ? {} : sentName({ ...result, name: result.name }, way);
  const sent = { ...rest, ...name, id };
  if (result.parts.length === 0 && result.structured === undefined) nodeReport(result, report).change("empty-result");
  // The call says the name as well, and the text says the data.
  if (result.name !== undefined && !says(sent, "name", to)) fieldOf(result, "name", report).change("name-of-call");
  if (result.structured !== undefined && !says(sent, "structured", to))
    fieldOf(result, "structured", report).change("result-as-text");
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
  const { value } = readInput({ type: "json", text });
  return value !== undefined && equalJson(value, data);
}

// A dialect says a field where its result is another without it.
function says(result: ResultPart, field: "name" | "structured", { results, id }: Dialect): boolean {
  const draft = new Report(new Ledger({ from: id, to: id }), "from_canonical");
  const { [field]: _, ...less } = result;
  return !equalJson(results.encode(result, draft) ?? null, results.encode(less, draft) ?? null);
}

// Where calls carry the proofs of other vendors, they say so; elsewhere a call is the same with and without one.
function withSeal({ seal, ...call }: CallPart, { to, report }: Way): CallPart {
  if (seal === undefined) return call;
  const draft = new Report(new Ledger({ from: to.id, to: to.id }), "from_canonical");
  const [sealed, bare] = [{ ...call, seal }, call].map((each) => to.calls.encode(each, draft) ?? null);
  if (!equalJson(sealed ?? null, bare ?? null)) return { ...call, seal };
  fieldOf(call, "seal", report).lose("foreign-seal");
  return call;
}

// As a bridge does it, so that both give the same; who has no id gets one by its place.
function sentId(part: CallPart | ResultPart, index: number, { from, to, report }: Way): string {
  const { id } = part;
  const [source, target] = [from.profile.conversation.callIds, to.profile.conversation.callIds];
  if (id === "") return derivedId([String(index)], target);
  const ids = new CallIds(source, target);
  const sent = ids.toProvider(id);
  if (!ids.isReversible(id)) fieldOf(part, "id", report).change("call-id", sent);
  return sent;
}

// As tools are named that are converted alone.
function sentName(call: Noted & ToolKey, { to, report }: Way): ToolKey {
  const { name, namespace } = call;
  if (namespace !== undefined && to.profile.toolFields.has("namespace")) return { name, namespace };
  const [sent = name] = assignToolNames(
    [namespace === undefined ? { name } : { name, namespace }],
    to.profile.toolNames,
  );
  if (sent !== name) fieldOf(call, "name", report).change("tool-name", sent);
  return { name: sent };
}
