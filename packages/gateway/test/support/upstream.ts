import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { portOf } from "../../../../test/support/port.ts";

/** A request that a test's provider received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface TestUpstream {
  readonly url: string;
  readonly received: Received[];
  /** How many responses the client aborted. */
  readonly aborted: { count: number };
}

/** A provider whose responses are defined by the test; it is closed after the test. */
export async function startUpstream(
  answer: (received: Received, response: ServerResponse, request: IncomingMessage) => void,
): Promise<TestUpstream> {
  const received: Received[] = [];
  const aborted = { count: 0 };
  // Longer than any pause between two attempts on a busy machine: an idle connection must not end while it is reused.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    response.on("close", () => {
      if (!response.writableFinished) aborted.count++;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      answer(one, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, received, aborted };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export function answerEvents(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(event);
  response.end();
}
