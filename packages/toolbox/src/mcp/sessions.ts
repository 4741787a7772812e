import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  legacyStatelessFallback,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from "@modelcontextprotocol/server";
import { ToolServer } from "./server.ts";
import type { ToolSource } from "./tool-source.ts";

/**
 * HTTP clients of the 2025 revisions. They open a session, in which they can cancel calls and receive notifications;
 * requests without a session are served as well.
 */
export class Sessions {
  private readonly source: ToolSource;
  private readonly open = new Map<string, { readonly transport: SessionTransport; readonly server: ToolServer }>();
  private readonly stateless: ReturnType<typeof legacyStatelessFallback>;

  constructor(source: ToolSource) {
    this.source = source;
    this.stateless = legacyStatelessFallback(() => new ToolServer(source));
  }

  async handle(request: Request, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const session = id === null ? undefined : this.touch(id);
    if (session !== undefined) return session.transport.handleRequest(request, { parsedBody });
    if (id !== null) return unknownSession();
    if (!isInitializeRequest(parsedBody)) return this.stateless(request, { parsedBody });
    const transport = await this.begin();
    return transport.handleRequest(request, { parsedBody });
  }

  async close(): Promise<void> {
    const servers = [...this.open.values()].map(({ server }) => server.close());
    await Promise.allSettled(servers);
  }

  private async begin(): Promise<SessionTransport> {
    const server = new ToolServer(this.source).announceChanges();
    const transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.add(id, { transport, server }),
      onsessionclosed: (id) => void this.open.delete(id),
    });
    await server.connect(transport);
    return transport;
  }

  private add(id: string, session: { readonly transport: SessionTransport; readonly server: ToolServer }): void {
    this.open.set(id, session);
    const [oldest] = this.open;
    if (this.open.size <= MAX_SESSIONS || oldest === undefined) return;
    this.open.delete(oldest[0]);
    void oldest[1].server.close();
  }

  // Keeps the map in least-recently-used order.
  private touch(id: string) {
    const session = this.open.get(id);
    if (session === undefined) return undefined;
    this.open.delete(id);
    this.open.set(id, session);
    return session;
  }
}

/** Most clients never close their session. */
const MAX_SESSIONS = 256;

function unknownSession(): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } },
    { status: 404 },
  );
}
