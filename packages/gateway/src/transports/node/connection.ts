import type { Socket } from "node:net";
import { getOrCreate } from "../../get-or-create.ts";
import { InFlight } from "../../limits/in-flight.ts";
import { joinWrites } from "./joined-writes.ts";

/** A reply, as far as its connection is concerned. */
export interface ConnectedReply {
  /** The client has sent its last byte, and may still read. */
  onHalfClosed(): void;
  /** The connection is closed. */
  onClosed(): void;
}

/**
 * A client's connection and the replies that are to be sent over it. With pipelined requests, Node tells only the first
 * reply that the connection was closed.
 */
export class Connection {
  private static readonly connections = new WeakMap<Socket, Connection>();
  private readonly replies = new InFlight<ConnectedReply>();

  static of(socket: Socket): Connection {
    return getOrCreate(Connection.connections, socket, () => new Connection(socket));
  }

  private constructor(socket: Socket) {
    joinWrites(socket);
    socket.on("end", () => {
      for (const reply of this.replies.all()) reply.onHalfClosed();
    });
    socket.on("close", () => {
      for (const reply of this.replies.all()) reply.onClosed();
    });
  }

  add(reply: ConnectedReply): void {
    this.replies.add(reply);
  }

  remove(reply: ConnectedReply): void {
    this.replies.remove(reply);
  }
}
