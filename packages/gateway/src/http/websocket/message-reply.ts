import { isObject, jsonIn, stringifyJson } from "@toolglot/core/base";
import type { WebSocketBinding } from "../../bindings/binding.ts";
import { decodeText } from "../../bytes.ts";
import { EventDataReader } from "../../event-data.ts";
import type { ClientSocket, Reply } from "../../transport.ts";

/** A close code: https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const INTERNAL_ERROR = 1011;

/** A reply over a WebSocket: each event of a stream is a message, and so is an error. */
export class MessageReply implements Reply {
  private readonly socket: ClientSocket;
  private readonly binding: WebSocketBinding;
  private readonly events = new EventDataReader((data) => this.sendEvent(data));
  private readonly closedListeners: (() => void)[] = [];
  private readonly drainListeners: (() => void)[] = [];
  private head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  private isEnded = false;
  private isClientClosed = false;
  private keepsUp = true;

  constructor(socket: ClientSocket, binding: WebSocketBinding) {
    this.socket = socket;
    this.binding = binding;
  }

  get begun(): boolean {
    return this.head !== undefined;
  }

  get status(): number | undefined {
    return this.head?.status;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.head = { status, headers };
  }

  write(text: string): boolean {
    if (this.isClientClosed) return true;
    this.keepsUp = true;
    this.events.push(text);
    return this.keepsUp;
  }

  end(body: string | Uint8Array = ""): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (this.isClientClosed) return;
    const text = typeof body === "string" ? body : decodeText(body);
    if (this.head?.status !== 200) this.sendError(text);
    else {
      this.events.push(text);
      this.events.end();
    }
  }

  destroy(): void {
    this.isEnded = true;
    // A client that does not read would not get a close frame either.
    if (this.keepsUp) this.socket.close(INTERNAL_ERROR, "the response could not be completed");
    else this.socket.destroy();
  }

  onClientClosed(listener: () => void): void {
    if (this.isClientClosed) listener();
    else this.closedListeners.push(listener);
  }

  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  /** The client keeps up again. */
  drained(): void {
    this.keepsUp = true;
    for (const listener of this.drainListeners) listener();
  }

  /** The connection is closed. */
  clientClosed(): void {
    if (this.isEnded || this.isClientClosed) return;
    this.isClientClosed = true;
    for (const listener of this.closedListeners) listener();
  }

  private sendEvent(data: string): void {
    this.keepsUp = this.socket.send(this.binding.messageFor(data));
  }

  private sendError(text: string): void {
    const { status = 500, headers = {} } = this.head ?? {};
    const body = jsonIn(text);
    this.socket.send(stringifyJson(this.binding.errorMessage(status, isObject(body) ? body : {}, headers)));
  }
}
