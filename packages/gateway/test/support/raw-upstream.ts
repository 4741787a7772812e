import { createServer, type Socket } from "node:net";
import { afterTest } from "../../../../test/support/cleanup.ts";

/** A provider that answers every request with bytes defined by the test; it is closed after the test. */
export async function startRawUpstream(
  answer: (socket: Socket, request: string) => void,
): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString();
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        received.push(text.slice(0, end));
        answer(socket, text.slice(0, end));
        text = text.slice(end);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTest(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, received };
}

function endOfRequest(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return 0;
  const end = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return Buffer.byteLength(text) >= end ? end : 0;
}

/** A response as sent over the network. */
export function responseText(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(status).padStart(3, "0")} Status\r\n${lines.join("")}\r\n${body}`;
}
