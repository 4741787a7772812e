import type { Server } from "node:http";
import type { StoppableHandler } from "../../transport.ts";
import type { NodeWebSockets } from "./websockets.ts";

/** How often idle connections are closed while the server drains, in milliseconds. */
const SWEEP_INTERVAL = 100;

/** Stops a server: it drains first, and a second call or the time limit ends what is still in flight. */
export class GracefulClose {
  private readonly handler: StoppableHandler;
  private readonly server: Server;
  private readonly webSockets: Pick<NodeWebSockets, "destroyAll">;
  private closed: Promise<void> | undefined;

  constructor(handler: StoppableHandler, server: Server, webSockets: Pick<NodeWebSockets, "destroyAll">) {
    this.handler = handler;
    this.server = server;
    this.webSockets = webSockets;
  }

  close(): Promise<void> {
    if (this.closed === undefined) this.closed = this.drain();
    else this.abort();
    return this.closed;
  }

  private async drain(): Promise<void> {
    const { preStop, drain } = this.handler.config.server;
    this.handler.drain();
    if (preStop > 0) await new Promise((resolve) => setTimeout(resolve, preStop));
    this.handler.closeWebSockets();
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // Replies that began before the drain had no `connection: close`, so their clients keep the connection open.
    const sweep = setInterval(() => this.server.closeIdleConnections(), SWEEP_INTERVAL);
    const deadline = setTimeout(() => this.abort(), drain);
    this.server.closeIdleConnections();
    await closed;
    clearTimeout(deadline);
    clearInterval(sweep);
  }

  // Each client gets an error in its dialect before its connection is closed.
  private abort(): void {
    this.handler.abortAll();
    setImmediate(() => {
      this.server.closeAllConnections();
      this.webSockets.destroyAll();
    });
  }
}
