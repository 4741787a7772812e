import { findCalls, findResults } from "./conversation/calls/find-calls.ts";
import { encodeResults, translateCall, translateChoice, translateResult } from "./conversation/calls/translate-call.ts";
import type { DialectLike, DialectName } from "./dialects/names.ts";
import { derivedId, withPrefix } from "./identity/call-ids.ts";
import { stringifyJson } from "./json/stringify.ts";
import { type DialectPair, Ledger } from "./ledger.ts";
import { reportDuplicates } from "./mapping/duplicate-keys.ts";
import { parseInput } from "./mapping/nodes/call-input.ts";
import type { CallPart } from "./model/call.ts";
import type { CallDialect, Dialect } from "./model/dialect.ts";
import type { Json, JsonObject } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { ResultPart } from "./model/part.ts";
import { Report } from "./report.ts";
import { type EntryPoint, nameOf, resolveDialect } from "./resolve.ts";

/** A call that a model made. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text; unchanged if they are not JSON. */
  readonly arguments: string;
  /** The arguments as a value; `undefined` if they are not JSON. */
  readonly input: Json | undefined;
  /** The arguments as the model wrote them. */
  readonly raw: string;
  readonly problem?: "invalid-json" | "not-an-object";
}

/** What a tool returned. */
export interface ToolResult {
  /** The id of the call. */
  readonly id: string;
  readonly name: string;
  /** A string, or any JSON value. */
  readonly content: Json;
  readonly isError?: boolean;
}

/** The dialects between which calls, results or a choice are translated. */
export interface PieceOptions<From extends DialectLike = DialectName, To extends DialectLike = DialectName> {
  readonly from: From;
  readonly to: To;
}

/** Translated calls, results or choice, with losses and changes. */
export interface Piece<T = Json> {
  readonly value: T;
  readonly losses: Loss[];
  readonly changes: Change[];
}

/** A translated choice; `request` holds the request fields beside it that belong to it. */
export interface ChoicePiece<T = Json> extends Piece<T | undefined> {
  readonly request: JsonObject;
}

/** The calls in a response, in a message, or in a list of calls. */
export function parseToolCalls(wire: Json, from: DialectLike, entry: EntryPoint): ToolCall[] {
  const dialect = resolveDialect(from, "to_canonical", entry);
  const report = new Report(createLedger({ from: nameOf(from), to: "canonical" }, entry), "to_canonical");
  return findCalls(wire, dialect, report).map((call, index) => toolCall(call, index, dialect));
}

/** The message that carries a tool's result, or several where one cannot hold all of it. */
export function formatToolResult(result: ToolResult, to: DialectLike, entry: EntryPoint): Json {
  const dialect = resolveDialect(to, "from_canonical", entry);
  const report = new Report(createLedger({ from: "canonical", to: nameOf(to) }, entry), "from_canonical");
  const messages = encodeResults([resultPart(result)], dialect, report);
  return messages.length === 1 ? (messages[0] ?? null) : messages;
}

/** Translates which tools may, must or must not be called. */
export function convertToolChoice(choice: Json, options: AnyPieceOptions, entry: EntryPoint): ChoicePiece {
  const { source, target, reading, writing } = translationOf(options, entry);
  reportDuplicates(choice, reading);
  const translation = { from: source, to: target, report: writing };
  const decoded = translateChoice(source.choice.decode(choice, reading), translation);
  const value = target.choice.encode(decoded, writing);
  const field = target.profile.conversation.parallelField;
  const request: JsonObject =
    field === undefined || decoded.parallel === undefined ? {} : { [field]: decoded.parallel };
  return { value, request, losses: writing.ledger.losses(), changes: writing.ledger.changes() };
}

/** Translates the calls of a message, or a list of calls. */
export function convertToolCalls(calls: Json, options: AnyPieceOptions, entry: EntryPoint): Piece<Json[]> {
  const { source, target, reading, writing } = translationOf(options, entry);
  reportDuplicates(calls, reading);
  const decoded = findCalls(calls, source, reading);
  const translation = { from: source, to: target, report: writing };
  const value = decoded.flatMap(
    (call, index) => target.calls.encode(translateCall(call, index, translation), writing) ?? [],
  );
  return { value, losses: writing.ledger.losses(), changes: writing.ledger.changes() };
}

/** Translates results, in messages or in a list, into the messages that carry them. */
export function convertToolResults(results: Json, options: AnyPieceOptions, entry: EntryPoint): Piece<Json[]> {
  const { source, target, reading, writing } = translationOf(options, entry);
  reportDuplicates(results, reading);
  const decoded = findResults(results, source, reading);
  const translation = { from: source, to: target, report: writing };
  const translated = decoded.map((result, index) => translateResult(result, index, translation));
  const value = encodeResults(translated, target, writing);
  return { value, losses: writing.ledger.losses(), changes: writing.ledger.changes() };
}

/** A call's id with the prefix of another dialect's ids. */
export function convertCallId(id: string, to: DialectLike, entry: EntryPoint): string {
  return withPrefix(id, resolveDialect(to, "from_canonical", entry).profile.conversation.callIds.prefix);
}

type AnyPieceOptions = PieceOptions<DialectLike, DialectLike>;

/** Both ends of a translation, and what is reported of each. */
interface PieceTranslation {
  readonly source: Dialect;
  readonly target: Dialect;
  readonly reading: Report;
  readonly writing: Report;
}

function translationOf({ from, to }: AnyPieceOptions, entry: EntryPoint): PieceTranslation {
  const ledger = createLedger({ from: nameOf(from), to: nameOf(to) }, entry);
  return {
    source: resolveDialect(from, "to_canonical", entry),
    target: resolveDialect(to, "from_canonical", entry),
    reading: new Report(ledger, "to_canonical"),
    writing: new Report(ledger, "from_canonical"),
  };
}

function createLedger(dialects: DialectPair, entry: EntryPoint): Ledger {
  return new Ledger(dialects, { fast: entry.fastFunctions(true) });
}

function toolCall(call: CallPart, index: number, { profile }: CallDialect): ToolCall {
  const { value, text, problem } = parseInput(call.input);
  const raw = call.input.type === "json" ? call.input.text : text;
  const id = call.id === "" ? derivedId([String(index), call.name, text], profile.conversation.callIds) : call.id;
  return { id, name: call.name, arguments: text, input: value, raw, ...(problem === undefined ? {} : { problem }) };
}

function resultPart({ id, name, content, isError }: ToolResult): ResultPart {
  const text = typeof content === "string" ? content : stringifyJson(content);
  const structured = typeof content === "string" ? {} : { structured: content };
  const failed = isError === undefined ? {} : { isError };
  return { type: "result", id, name, parts: [{ type: "text", text }], plain: true, ...structured, ...failed };
}
