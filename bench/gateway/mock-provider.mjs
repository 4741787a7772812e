// A mock provider with minimal cost: it responds from memory, by the path alone.
import { createServer } from "node:http";
import { frames, wholeResponse, wordsIn } from "./fixtures.mjs";
import { serveBenchmark } from "./subject-process.mjs";

const whole = new Map();
const streams = new Map();
for (const dialect of ["openai-chat", "anthropic", "gemini"]) {
  whole.set(dialect, Buffer.from(wholeResponse(dialect)));
  for (const words of ["varied", "identical", "padded"])
    streams.set(
      `${dialect} ${words}`,
      frames(dialect, words).map((frame) => Buffer.from(frame)),
    );
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const dialect = dialectOf(request.url);
    const tail = Buffer.concat(chunks);
    if (tail.includes('"hold-open"')) hold(dialect, response);
    else if (request.url.includes("stream") || tail.includes('"stream":true'))
      stream(`${dialect} ${wordsIn(tail)}`, response);
    else {
      const body = whole.get(dialect);
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    }
  });
});

function dialectOf(url) {
  if (url.includes("generateContent") || url.includes("GenerateContent")) return "gemini";
  // A pass-through proxy keeps the client's path, and gets the response of the client's dialect.
  if (url.includes("as=anthropic") || url.endsWith("/messages")) return "anthropic";
  return "openai-chat";
}

// Every frame is a chunk of its own; they are sent together, as by a fast provider.
function stream(kind, response) {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.cork();
  for (const frame of streams.get(kind)) response.write(frame);
  response.end();
  response.uncork();
}

function hold(dialect, response) {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const frame of streams.get(`${dialect} varied`).slice(0, 20)) response.write(frame);
}

server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => serveBenchmark(server.address().port));
