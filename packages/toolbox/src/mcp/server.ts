import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Json, JsonObject } from "@toolglot/core";
import { mcpDefinition } from "../registry.ts";
import { VERSION } from "../version.ts";
import { maskNumbers, unmaskNumbers } from "./number-mask.ts";
import { resultOf } from "./result.ts";
import type { ToolSource } from "./tool-source.ts";

/** An MCP server for a set of tools, for one connection or one request. */
export class ToolServer extends McpServer {
  private readonly source: ToolSource;

  constructor(source: ToolSource) {
    super(
      { name: "toolglot", title: "Toolglot", version: VERSION },
      { capabilities: { tools: { listChanged: true } } },
    );
    this.source = source;
    const { server } = this;
    // The SDK's types allow less of JSON Schema than the protocol does.
    server.setRequestHandler("tools/list", () => ({ tools: listTools(source) as never }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const { result, outputSchema } = await callTool(source, params, context);
      return server.projectCallToolResult(result, outputSchema);
    });
  }

  /** The SDK calls this to check the headers of a request against the tool's schema (`x-mcp-header`). */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    const schema = this.source.registry.find(name)?.inputSchema;
    return typeof schema === "object" ? (schema as Record<string, unknown>) : undefined;
  }

  /** Notifies the client when the tools change, until the connection is closed. */
  announceChanges(): this {
    // The client may have disconnected.
    this.server.onclose = this.source.onChange(() => void this.server.sendToolListChanged().catch(() => {}));
    return this;
  }
}

function listTools(source: ToolSource): Json {
  return maskNumbers(source.registry.list().map(mcpDefinition));
}

interface CallOutcome {
  readonly result: CallToolResult;
  readonly outputSchema: Record<string, unknown> | undefined;
}

async function callTool(
  { registry }: ToolSource,
  { name, arguments: input = {} }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  { mcpReq }: ServerContext,
): Promise<CallOutcome> {
  const tool = registry.find(name);
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const outcome = await registry.call(name, unmaskNumbers(input as JsonObject), {
    signal: mcpReq.signal,
    onProgress: progress(mcpReq),
  });
  const { outputSchema } = tool;
  return {
    // `resultOf` makes it in the form of the protocol.
    result: maskNumbers(resultOf(outcome, outputSchema)) as unknown as CallToolResult,
    outputSchema: typeof outputSchema === "object" ? (outputSchema as Record<string, unknown>) : undefined,
  };
}

// Tools report progress as text; the protocol wants an increasing number.
function progress({ _meta, notify }: ServerContext["mcpReq"]): (message: string) => void {
  const progressToken = _meta?.progressToken;
  let steps = 0;
  return (message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: ++steps, message };
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
