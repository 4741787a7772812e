import { findCalls, findResults } from "./conversation/calls/find-calls.ts";
import { encodeResults, translateCall, translateResult } from "./conversation/calls/translate-call.ts";
import { derivedId, withPrefix } from "./identity/call-ids.ts";
import { stringifyJson } from "./json/stringify.ts";
import { reportDuplicates } from "./mapping/duplicate-keys.ts";
import { parseInput } from "./mapping/nodes/call-input.ts";
import type { CallPart } from "./model/call.ts";
import type { Dialect } from "./model/dialect.ts";
import type { Json, JsonObject } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { ResultPart } from "./model/result.ts";
import { Ledger, Report } from "./report.ts";
import { dialectNamed } from "./resolve.ts";

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
export interface PieceOptions {
  readonly from: string;
  readonly to: string;
}

/** Translated calls, results or choice, with losses and changes. */
export interface Piece<T = Json> {
  readonly value: T;
  readonly losses: Loss[];
  readonly changes: Change[];
}

/** A translated choice; `request` holds the request fields beside it that belong to it. */
export interface ChoicePiece extends Piece<Json | undefined> {
  readonly request: JsonObject;
}

/**
 * The calls in a response, in a message, or in a list of calls.
 *
 * @example
 * parseToolCalls({ message: { role: "assistant", content: "", tool_calls: [{ function: { name: "now", arguments: {} } }] } }, { from: "ollama" })[0]?.arguments; // "{}"
 */
export function parseToolCalls(response: Json, { from }: { readonly from: string }): ToolCall[] {
  const dialect = dialectNamed(from, "to_canonical");
  const report = new Report(new Ledger({ from, to: "canonical" }), "to_canonical");
  return findCalls(response, dialect, report).map((call, index) => toolCall(call, index, dialect));
}

/**
 * The message that carries a tool's result, or several where one cannot hold all of it.
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
  const reading = new Report(ledger, "to_canonical");
  reportDuplicates(choice, reading);
  const decoded = source.choice.decode(choice, reading);
  const value = target.choice.encode(decoded, new Report(ledger, "from_canonical"));
  const field = target.profile.conversation.parallelField;
  const request: JsonObject =
    field === undefined || decoded.parallel === undefined ? {} : { [field]: decoded.parallel };
  return { value, request, losses: ledger.losses(), changes: ledger.changes() };
}

/**
 * Translates the calls of a message, or a list of calls.
 *
 * @example
 * convertToolCalls([{ type: "tool_use", id: "toolu_1", name: "now", input: {} }], { from: "anthropic", to: "ollama" }).value;
 */
export function convertToolCalls(calls: Json, { from, to }: PieceOptions): Piece<Json[]> {
  const ledger = new Ledger({ from, to });
  const source = dialectNamed(from, "to_canonical");
  const target = dialectNamed(to, "from_canonical");
  const reading = new Report(ledger, "to_canonical");
  reportDuplicates(calls, reading);
  const decoded = findCalls(calls, source, reading);
  const translation = { from: source, to: target, report: new Report(ledger, "from_canonical") };
  const value = decoded.flatMap(
    (call, index) => target.calls.encode(translateCall(call, index, translation), translation.report) ?? [],
  );
  return { value, losses: ledger.losses(), changes: ledger.changes() };
}

/**
 * Translates results, in messages or in a list, into the messages that carry them.
 *
 * @example
 * convertToolResults([{ role: "tool", tool_call_id: "call_1", content: "noon" }], { from: "openai-chat", to: "anthropic" }).value;
 */
export function convertToolResults(results: Json, { from, to }: PieceOptions): Piece<Json[]> {
  const ledger = new Ledger({ from, to });
  const source = dialectNamed(from, "to_canonical");
  const target = dialectNamed(to, "from_canonical");
  const reading = new Report(ledger, "to_canonical");
  reportDuplicates(results, reading);
  const decoded = findResults(results, source, reading);
  const report = new Report(ledger, "from_canonical");
  const translated = decoded.map((result, index) =>
    translateResult(result, index, { from: source, to: target, report }),
  );
  const value = encodeResults(translated, target, report);
  return { value, losses: ledger.losses(), changes: ledger.changes() };
}

/**
 * A call's id with the prefix of another dialect's ids.
 *
 * @example
 * convertCallId("toolu_xyz", { to: "openai-chat" }); // "call_xyz"
 */
export function convertCallId(id: string, { to }: { readonly to: string }): string {
  return withPrefix(id, dialectNamed(to, "from_canonical").profile.conversation.callIds.prefix);
}

function toolCall(call: CallPart, index: number, { profile }: Dialect): ToolCall {
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
