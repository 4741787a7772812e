// The lower bound for a proxy on Node: bytes are passed on unchanged.
import { createServer } from "node:http";
import { Agent } from "undici";
import { serveBenchmark } from "../subject-process.mjs";

const [origin, path] = process.argv.slice(2);
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const headers = { "content-type": "application/json" };
    agent.dispatch({ origin, path, method: "POST", headers, body: Buffer.concat(chunks) }, new Pipe(response));
  });
});

class Pipe {
  constructor(response) {
    this.response = response;
  }
  onRequestStart() {}
  onResponseStart(_, status, headers) {
    this.response.writeHead(status, { "content-type": headers["content-type"] });
  }
  onResponseData(_, chunk) {
    this.response.write(chunk);
  }
  onResponseEnd() {
    this.response.end();
  }
  onResponseError() {
    this.response.destroy();
  }
}

server.listen(0, "127.0.0.1", () => serveBenchmark(server.address().port));
