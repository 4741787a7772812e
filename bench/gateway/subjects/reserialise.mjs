// The lower bound for a proxy that reads what it passes on: every body and every event is parsed and written again.
import { createServer } from "node:http";
import { Agent } from "undici";
import { serveBenchmark } from "../subject-process.mjs";

const [origin, path] = process.argv.slice(2);
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    const headers = { "content-type": "application/json" };
    agent.dispatch({ origin, path, method: "POST", headers, body }, new Rewriting(response));
  });
});

class Rewriting {
  constructor(response) {
    this.response = response;
    this.chunks = [];
    this.rest = "";
    this.decoder = new TextDecoder();
  }
  onRequestStart() {}
  onResponseStart(_, status, headers) {
    this.isStream = headers["content-type"].startsWith("text/event-stream");
    this.response.writeHead(status, { "content-type": headers["content-type"] });
  }
  onResponseData(_, chunk) {
    if (!this.isStream) this.chunks.push(chunk);
    else this.events(this.decoder.decode(chunk, { stream: true }));
  }
  events(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: ")) continue;
      const data = line.slice(6);
      this.response.write(`data: ${data === "[DONE]" ? data : JSON.stringify(JSON.parse(data))}\n\n`);
    }
  }
  onResponseEnd() {
    if (this.isStream) this.response.end();
    else this.response.end(JSON.stringify(JSON.parse(Buffer.concat(this.chunks).toString())));
  }
  onResponseError() {
    this.response.destroy();
  }
}

server.listen(0, "127.0.0.1", () => serveBenchmark(server.address().port));
