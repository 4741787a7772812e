import * as bridge from "./bridge.ts";
import * as check from "./check-tools.ts";
import type { Bridge, BridgeOptions } from "./conversation/bridge-types.ts";
import { dialectNames, isDialect } from "./dialects/ids.ts";
import { dialects, findDialect } from "./dialects/index.ts";
import type { DialectLike, DialectName, InputOf, WireOf } from "./dialects/names.ts";
import { fastFunctionsOf } from "./fast/all.ts";
import * as features from "./feature-values.ts";
import { withoutUndefined } from "./json/undefined.ts";
import type { Problem } from "./model/dialect.ts";
import type { Direction } from "./model/error.ts";
import type { Json } from "./model/json.ts";
import type { Steps } from "./model/steps.ts";
import type { ToolFields } from "./model/tool.ts";
import { makeRepeated } from "./repeat.ts";
import { type EntryPoint, failUnknown } from "./resolve.ts";
import { nearest } from "./suggest.ts";
import type { ChoicePiece, Piece, PieceOptions, ToolCall, ToolResult } from "./tool-calls.ts";
import * as calls from "./tool-calls.ts";
import type { ToolConverter } from "./tool-converter.ts";
import * as converter from "./tool-converter.ts";
import * as translate from "./translate.ts";
import type {
  CheckOptions,
  Converted,
  ConvertOptions,
  Decoded,
  DecodeOptions,
  EncodeOptions,
  ToolsInput,
} from "./translate-options.ts";

const ENTRY: EntryPoint = {
  find: findDialect,
  nearest: nearestDialect,
  all: () => dialects,
  fastFunctions: fastFunctionsOf,
  features: { ...features },
  asJson: withoutUndefined,
};

/**
 * A word as the name of a dialect, where a program gets it from its user; an unknown one is a `ConversionError` that suggests
 * the nearest. `isDialect` only tells whether it is one.
 *
 * @example
 * dialectNamed("claude"); // "claude"
 */
export function dialectNamed(word: string, direction: Direction = "to_canonical"): DialectName {
  if (isDialect(word)) return word;
  return failUnknown("dialect", word, { nearest: nearestDialect(String(word)), adapter: word, direction });
}

function nearestDialect(name: string): string | undefined {
  return nearest(name, dialectNames());
}

// What is behind these functions works with JSON; that a dialect writes its own wire types is checked with the official SDKs
// (`test/types`, `test/sdk`).

/**
 * Translates tool definitions from any dialect to any other.
 *
 * @example
 * convertTools([{ name: "now", inputSchema: { type: "object", properties: {} } }], { from: "mcp", to: "anthropic" }).value;
 * // [{ name: "now", input_schema: { type: "object", properties: {} } }]
 */
export function convertTools<const From extends DialectLike, const To extends DialectLike>(
  tools: ToolsInput<From>,
  options: ConvertOptions<From, To>,
): Converted<To> {
  return translate.convertTools(withoutUndefined(tools), options, ENTRY) as unknown as Converted<To>;
}

/**
 * Translates tool definitions as `convertTools` does, in steps, so that others can have a turn in between.
 *
 * @example
 * convertToolsInSteps([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "anthropic" }).next().done; // true
 */
export function convertToolsInSteps<const From extends DialectLike, const To extends DialectLike>(
  tools: ToolsInput<From>,
  options: ConvertOptions<From, To>,
): Steps<Converted<To>> {
  return translate.convertToolsInSteps(withoutUndefined(tools), options, ENTRY) as unknown as Steps<Converted<To>>;
}

/**
 * Reads tools into the canonical model.
 *
 * @example
 * decodeTools([{ name: "now", inputSchema: {} }], { from: "mcp" }).value[0]?.id(); // "now"
 */
export function decodeTools<const From extends DialectLike>(
  tools: ToolsInput<From>,
  options: DecodeOptions<From>,
): Decoded {
  return translate.decodeTools(withoutUndefined(tools), options, ENTRY);
}

/**
 * Writes canonical tools in a dialect.
 *
 * @example
 * encodeTools([{ type: "function", name: "now", inputSchema: { type: "object" } }], { to: "mcp" }).value;
 * // [{ name: "now", inputSchema: { type: "object" } }]
 */
export function encodeTools<const To extends DialectLike>(
  tools: readonly ToolFields[],
  options: EncodeOptions<To>,
): Converted<To> {
  return translate.encodeTools(tools.map(definedFields), options, ENTRY) as unknown as Converted<To>;
}

/**
 * Lists what a provider would refuse, or ignore, in tools as they are.
 *
 * @example
 * checkTools([{ name: "a.b", inputSchema: { type: "object" } }], { from: "mcp", to: "anthropic" }).problems[0]?.path; // "/0/name"
 */
export function checkTools<const From extends DialectLike, const To extends DialectLike>(
  tools: ToolsInput<From>,
  options: CheckOptions<From, To>,
): { problems: Problem[] } {
  return check.checkTools(withoutUndefined(tools), options, ENTRY);
}

/**
 * Makes a converter that remembers what it converted last, for tools that come again with every turn.
 *
 * @example
 * createToolConverter({ from: "mcp", to: "anthropic" }).convert("[]").value; // []
 */
export function createToolConverter<const From extends DialectLike, const To extends DialectLike>(
  options: ConvertOptions<From, To>,
): ToolConverter<To> {
  return converter.createToolConverter((tools) =>
    translate.convertTools(withoutUndefined(tools), options, ENTRY),
  ) as unknown as ToolConverter<To>;
}

/**
 * The calls in a response, in a message, or in a list of calls.
 *
 * @example
 * parseToolCalls({ message: { role: "assistant", content: "", tool_calls: [{ function: { name: "now", arguments: {} } }] } }, { from: "ollama" })[0]?.arguments; // "{}"
 */
export function parseToolCalls<const From extends DialectLike>(
  response: InputOf<From, "calls">,
  { from }: { readonly from: From },
): ToolCall[] {
  return calls.parseToolCalls(withoutUndefined(response) as Json, from, ENTRY);
}

/**
 * The message that carries a tool's result.
 *
 * @example
 * formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "openai-chat" }); // { role: "tool", tool_call_id: "call_1", content: "noon" }
 */
export function formatToolResult<const To extends DialectLike>(
  result: ToolResult,
  { to }: { readonly to: To },
): WireOf<To, "result"> {
  return calls.formatToolResult(withoutUndefined(result), to, ENTRY) as WireOf<To, "result">;
}

/**
 * Translates which tools may, must or must not be called.
 *
 * @example
 * convertToolChoice({ type: "any" }, { from: "anthropic", to: "openai-chat" }).value; // "required"
 */
export function convertToolChoice<const From extends DialectLike, const To extends DialectLike>(
  choice: InputOf<From, "choice">,
  options: PieceOptions<From, To>,
): ChoicePiece<WireOf<To, "choice">> {
  return calls.convertToolChoice(withoutUndefined(choice) as Json, options, ENTRY) as ChoicePiece<WireOf<To, "choice">>;
}

/**
 * Translates the calls of a message, or a list of calls.
 *
 * @example
 * convertToolCalls([{ type: "tool_use", id: "toolu_1", name: "now", input: {} }], { from: "anthropic", to: "ollama" }).value;
 * // [{ id: "call_1", function: { name: "now", arguments: {} } }]
 */
export function convertToolCalls<const From extends DialectLike, const To extends DialectLike>(
  toolCalls: InputOf<From, "calls">,
  options: PieceOptions<From, To>,
): Piece<WireOf<To, "call">[]> {
  return calls.convertToolCalls(withoutUndefined(toolCalls) as Json, options, ENTRY) as Piece<WireOf<To, "call">[]>;
}

/**
 * Translates results, in messages or in a list, into the messages that carry them.
 *
 * @example
 * convertToolResults([{ role: "tool", tool_call_id: "call_1", content: "noon" }], { from: "openai-chat", to: "anthropic" }).value;
 * // [{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "noon" }] }]
 */
export function convertToolResults<const From extends DialectLike, const To extends DialectLike>(
  results: InputOf<From, "results">,
  options: PieceOptions<From, To>,
): Piece<WireOf<To, "message">[]> {
  return calls.convertToolResults(withoutUndefined(results) as Json, options, ENTRY) as Piece<WireOf<To, "message">[]>;
}

/**
 * A call's id with the prefix of another dialect's ids.
 *
 * @example
 * convertCallId("toolu_xyz", { to: "openai-chat" }); // "call_xyz"
 */
export function convertCallId(id: string, { to }: { readonly to: DialectLike }): string {
  return calls.convertCallId(id, to, ENTRY);
}

/**
 * Makes a bridge between a client and a provider of any two dialects.
 *
 * @example
 * createBridge({ client: "anthropic", provider: "openai-chat" }).error(429, { error: { message: "Slow down" } }).status; // 429
 */
export function createBridge<const Client extends DialectLike, const Provider extends DialectLike>(
  options: BridgeOptions<Client, Provider>,
): Bridge<Client, Provider> {
  return bridge.createBridge(options, ENTRY, makeRepeated) as unknown as Bridge<Client, Provider>;
}

function definedFields(tool: ToolFields): ToolFields {
  return withoutUndefined({ ...tool });
}
