import * as bridge from "./bridge.ts";
import type { Bridge, BridgeOptions } from "./conversation/bridge-types.ts";
import type { DialectId, InputOf, WireOf } from "./dialects/names.ts";
import { NO_FAST_FUNCTIONS } from "./fast/functions.ts";
import { type Features, NO_FEATURES } from "./features.ts";
import type { CallDialect, Dialect } from "./model/dialect.ts";
import type { Json } from "./model/json.ts";
import type { EntryPoint } from "./resolve.ts";
import type { ChoicePiece, Piece, PieceOptions, ToolCall, ToolResult } from "./tool-calls.ts";
import * as calls from "./tool-calls.ts";
import * as translate from "./translate.ts";
import type { Converted, ConvertOptions, ToolsInput } from "./translate-options.ts";

export { type Features, MissingFeature } from "./features.ts";

type Value = Dialect<DialectId>;
type CallValue = CallDialect<DialectId>;

/** Dialects and features are given as values, so that a bundle holds only those that are used; and it holds no fast paths. */
const ENTRY: EntryPoint = {
  find: () => undefined,
  nearest: () => undefined,
  all: () => [],
  fastFunctions: () => NO_FAST_FUNCTIONS,
  features: NO_FEATURES,
  asJson: (value) => value,
};

/** The features that a program imports from `@toolglot/core/features`. */
interface WithFeatures {
  readonly features?: Features;
}

function entryWith({ features = NO_FEATURES }: WithFeatures): EntryPoint {
  return { ...ENTRY, features };
}

// What is behind these functions works with JSON; that a dialect writes its own wire types is checked with the official SDKs
// (`test/types`, `test/sdk`).

/**
 * `convertTools` for dialects as values.
 *
 * @example
 * convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: mcp, to: anthropic }).value;
 * // [{ name: "now", input_schema: { type: "object" } }]
 */
export function convertTools<From extends Value, To extends Value>(
  tools: ToolsInput<From>,
  options: ConvertOptions<From, To> & WithFeatures,
): Converted<To> {
  return translate.convertTools(tools, options, entryWith(options)) as unknown as Converted<To>;
}

/**
 * `parseToolCalls` for dialects as values.
 *
 * @example
 * parseToolCalls([{ type: "tool_use", id: "toolu_1", name: "now", input: {} }], { from: anthropic })[0]?.name; // "now"
 */
export function parseToolCalls<From extends CallValue>(
  response: InputOf<From, "calls">,
  { from }: { readonly from: From },
): ToolCall[] {
  return calls.parseToolCalls(response as Json, from, ENTRY);
}

/**
 * `formatToolResult` for dialects as values.
 *
 * @example
 * formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: openaiChat });
 * // { role: "tool", tool_call_id: "call_1", content: "noon" }
 */
export function formatToolResult<To extends CallValue>(
  result: ToolResult,
  { to }: { readonly to: To },
): WireOf<To, "result"> {
  return calls.formatToolResult(result, to, ENTRY) as WireOf<To, "result">;
}

/**
 * `convertToolChoice` for dialects as values.
 *
 * @example
 * convertToolChoice({ type: "any" }, { from: anthropic, to: openaiChat }).value; // "required"
 */
export function convertToolChoice<From extends Value, To extends Value>(
  choice: InputOf<From, "choice">,
  options: PieceOptions<From, To>,
): ChoicePiece<WireOf<To, "choice">> {
  return calls.convertToolChoice(choice as Json, options, ENTRY) as ChoicePiece<WireOf<To, "choice">>;
}

/**
 * `convertToolCalls` for dialects as values.
 *
 * @example
 * convertToolCalls([{ type: "tool_use", id: "toolu_1", name: "now", input: {} }], { from: anthropic, to: mcp }).value[0]?.params.name; // "now"
 */
export function convertToolCalls<From extends CallValue, To extends CallValue>(
  toolCalls: InputOf<From, "calls">,
  options: PieceOptions<From, To>,
): Piece<WireOf<To, "call">[]> {
  return calls.convertToolCalls(toolCalls as Json, options, ENTRY) as Piece<WireOf<To, "call">[]>;
}

/**
 * `convertToolResults` for dialects as values.
 *
 * @example
 * convertToolResults([{ role: "tool", tool_call_id: "call_1", content: "noon" }], { from: openaiChat, to: anthropic }).value.length; // 1
 */
export function convertToolResults<From extends CallValue, To extends CallValue>(
  results: InputOf<From, "results">,
  options: PieceOptions<From, To>,
): Piece<WireOf<To, "message">[]> {
  return calls.convertToolResults(results as Json, options, ENTRY) as Piece<WireOf<To, "message">[]>;
}

/**
 * `createBridge` for dialects as values.
 *
 * @example
 * createBridge({ client: anthropic, provider: openaiChat }).error(429, { error: { message: "Slow down" } }).status; // 429
 */
export function createBridge<Client extends Value, Provider extends Value>(
  options: BridgeOptions<Client, Provider> & WithFeatures,
): Bridge<Client, Provider> {
  return bridge.createBridge(options, entryWith(options)) as unknown as Bridge<Client, Provider>;
}
