import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { mapLines } from "./map-lines.ts";
import { parseMessage, unmaskText } from "./number-mask.ts";
import { ToolServer } from "./server.ts";
import { Sessions } from "./sessions.ts";
import type { ToolSource } from "./tool-source.ts";

/** Which requests are accepted. */
export interface HttpHandlerOptions {
  /** Host names of this machine besides the loopback ones; `undefined` accepts every host name. */
  readonly hosts: readonly string[] | undefined;
  readonly onError?: (error: Error) => void;
}

/** Serves tools over Streamable HTTP, in the protocol revision of each request. */
export class HttpHandler {
  private readonly modern: ReturnType<typeof createMcpHandler>;
  private readonly sessions: Sessions;
  private readonly hosts: string[] | undefined;
  private readonly stop: () => void;

  constructor(source: ToolSource, { hosts, onError }: HttpHandlerOptions) {
    const onerror = onError === undefined ? {} : { onerror: onError };
    this.modern = createMcpHandler(() => new ToolServer(source), { legacy: "reject", ...onerror });
    this.sessions = new Sessions(source);
    this.hosts = hosts === undefined ? undefined : [...localhostAllowedHostnames(), ...hosts];
    this.stop = source.onChange(() => this.modern.notify.toolsChanged());
  }

  /** Answers a request whose body, if it has one, was read already. */
  async handle(request: Request, body: string): Promise<Response> {
    const rejectForeign = this.refusal(request);
    if (rejectForeign !== undefined) return rejectForeign;
    if (new URL(request.url).pathname !== MCP_PATH)
      return errorResponse(404, `Not found; the MCP endpoint is ${MCP_PATH}`);
    const dispatch = await this.answer(request, parsed(body));
    const { status, headers } = dispatch;
    return dispatch.body === null
      ? dispatch
      : new Response(dispatch.body.pipeThrough(mapLines(unmaskText)), { status, headers });
  }

  async close(): Promise<void> {
    this.stop();
    await Promise.all([this.modern.close(), this.sessions.close()]);
  }

  // DNS rebinding: a foreign web page may reach this machine under its own host name, which Host and Origin reveal.
  private refusal({ headers }: Request): Response | undefined {
    const host = this.hosts && validateHostHeader(headers.get("host"), this.hosts);
    if (host?.ok === false) return errorResponse(403, host.message);
    const origin = validateOriginHeader(headers.get("origin"), [...localhostAllowedOrigins(), ...(this.hosts ?? [])]);
    return origin.ok ? undefined : errorResponse(403, origin.message);
  }

  private async answer(request: Request, parsedBody: unknown): Promise<Response> {
    const isLegacy = await isLegacyRequest(request, parsedBody);
    return isLegacy ? this.sessions.handle(request, parsedBody) : this.modern.fetch(request, { parsedBody });
  }
}

/** The path of the MCP endpoint. */
export const MCP_PATH = "/mcp";

// Invalid JSON is left to the SDK, which responds with the right error.
function parsed(body: string): unknown {
  if (body === "") return undefined;
  try {
    return parseMessage(body);
  } catch {
    return undefined;
  }
}

function errorResponse(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }, { status });
}
