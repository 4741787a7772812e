import * as core from "@toolglot/core";

/**
 * The library's functions for tests that know dialects, profiles and values only at run time. What is typed is tested in
 * `test/types/`.
 */

type Untyped<Options> = Omit<Options, "from" | "to" | "client" | "provider" | "profile"> & {
  readonly profile?: string | undefined;
};
type From = { readonly from: string };
type To = { readonly to: string };

export function convertTools(tools: unknown, options: Untyped<core.ConvertOptions> & From & To): core.Converted {
  return core.convertTools(tools as core.Json, options as core.ConvertOptions);
}

export function decodeTools(tools: unknown, options: Omit<core.DecodeOptions, "from"> & From): core.Decoded {
  return core.decodeTools(tools as core.Json, options as core.DecodeOptions);
}

export function encodeTools(
  tools: readonly core.ToolFields[],
  options: Untyped<core.EncodeOptions> & To,
): core.Converted {
  return core.encodeTools(tools, options as core.EncodeOptions);
}

export function checkTools(
  tools: unknown,
  options: Untyped<core.CheckOptions> & From & To,
): { problems: core.Problem[] } {
  return core.checkTools(tools as core.Json, options as core.CheckOptions);
}

export function parseToolCalls(response: unknown, { from }: From): core.ToolCall[] {
  return core.parseToolCalls(response as core.Json, { from: from as core.DialectName });
}

export function formatToolResult(result: core.ToolResult, { to }: To): core.Json {
  return core.formatToolResult(result, { to: to as core.DialectName });
}

export function convertToolChoice(choice: unknown, options: From & To): core.ChoicePiece {
  return core.convertToolChoice(choice as core.Json, options as core.PieceOptions);
}

export function convertToolCalls(calls: unknown, options: From & To): core.Piece<core.Json[]> {
  return core.convertToolCalls(calls as core.Json, options as core.PieceOptions);
}

export function convertToolResults(results: unknown, options: From & To): core.Piece<core.Json[]> {
  return core.convertToolResults(results as core.Json, options as core.PieceOptions);
}

export function convertCallId(id: string, { to }: To): string {
  return core.convertCallId(id, { to: to as core.DialectName });
}

export function createBridge(
  options: Untyped<core.BridgeOptions> & { readonly client: string; readonly provider: string },
): core.Bridge {
  return core.createBridge(options as core.BridgeOptions);
}
