import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Handles a request that asks for another protocol than WebSocket as one that does not ask: a server may ignore it
 * (https://www.rfc-editor.org/rfc/rfc9110#section-7.8). Java's HTTP client asks for HTTP/2 with every first request. Node hands
 * all of them over without a parser, so the connection begins again with the same request.
 */
export function withoutUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(headOf(request), "latin1"), head]));
  // A connection with TLS has had its handshake.
  server.emit("encrypted" in socket ? "secureConnection" : "connection", socket);
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!/^upgrade$/i.test(name)) lines.push(`${name}: ${rawHeaders[index + 1] ?? ""}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}
