// The provider that the gateway asks in the tests of runtimes.
import { once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";

/** How many bytes the model `flood` sends, if somebody reads them. */
export const FLOOD = 200_000_000;

/** A provider that counts to nine, or forever, says nothing or too much, or sends elsewhere. */
export async function startUpstream() {
  const told = { aborted: 0, written: 0, asked: [] };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { model } = JSON.parse(Buffer.concat(chunks));
      told.asked.push(model);
      answer(model, response, told);
    });
    response.on("close", () => {
      if (!response.writableFinished) told.aborted++;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(told, { stop, url: `http://127.0.0.1:${server.address().port}/v1` });
}

async function answer(model, response, told) {
  if (model === "silent") return;
  if (model === "redirect") return response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (model === "flood") return Readable.from(flood(told)).pipe(response);
  for (let number = 0; (model === "endless" || number < 10) && !response.destroyed; number++) {
    response.write(chunk({ content: String(number) }, null));
    await pause(10);
  }
  response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
}

function* flood(told) {
  const piece = chunk({ content: "x".repeat(10_000) }, null);
  for (; told.written < FLOOD; told.written += piece.length) yield piece;
}

function chunk(delta, finish) {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
