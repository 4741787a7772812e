import { InFlight } from "../../limits/in-flight.ts";

/** A WebSocket, as far as the gateway's stop is concerned. */
export interface OpenWebSocket {
  /** Closes it, after the response in flight if there is one. */
  goAway(): void;
}

/** The WebSockets that are open. */
export class OpenWebSockets {
  private readonly sockets = new InFlight<OpenWebSocket>();
  private closing = false;

  get isClosing(): boolean {
    return this.closing;
  }

  mayOpen(max: number): boolean {
    return !this.closing && this.sockets.size < max;
  }

  add(socket: OpenWebSocket): void {
    this.sockets.add(socket);
  }

  remove(socket: OpenWebSocket): void {
    this.sockets.remove(socket);
  }

  get size(): number {
    return this.sockets.size;
  }

  /** Closes all of them, and lets no more be opened. */
  close(): void {
    this.closing = true;
    for (const socket of this.sockets.all()) socket.goAway();
  }
}
