import { Server } from "node:http";

/** How many requests are under way. */
let open = 0;

/**
 * Tells of every request that a server of this process has answered, with both bodies as they went over the wire: the gateway,
 * a simulated provider, or a proxy before a real one. `port` says which of them.
 */
export function watchServers(onExchange) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (name, ...args) {
    if (name === "request") watch(args[0], args[1], onExchange);
    return emit.call(this, name, ...args);
  };
}

/** Waits until everything that was asked has been answered, or given up. */
export async function settled() {
  for (let waited = 0; open > 0 && waited < 200; waited++) await new Promise((resolve) => setTimeout(resolve, 10));
}

function watch(request, response, onExchange) {
  open++;
  const asked = collect(request, ["push"]);
  const answered = collect(response, ["write", "end"]);
  const head = headersOf(response);
  const port = request.socket.localPort;
  response.once("close", () => {
    open--;
    const { method, url, headers } = request;
    const { statusCode: status } = response;
    onExchange({
      port,
      method,
      url,
      headers,
      status,
      type: String(head("content-type") ?? ""),
      losses: head("x-toolglot-losses"),
      body: asked(),
      text: answered(),
      whole: response.writableFinished,
    });
  });
}

// The parser pushes what comes in, and a reply is written and ended: both hand over the bytes as their first argument.
function collect(stream, methods) {
  const chunks = [];
  for (const name of methods) {
    const original = stream[name];
    stream[name] = function (chunk, ...rest) {
      if (chunk !== null && chunk !== undefined && typeof chunk !== "function") chunks.push(Buffer.from(chunk));
      return original.call(this, chunk, ...rest);
    };
  }
  return () => Buffer.concat(chunks).toString();
}

// Headers that are handed over with the status cannot be asked for afterwards.
function headersOf(response) {
  const { writeHead } = response;
  const given = {};
  response.writeHead = function (status, ...rest) {
    for (const [name, value] of Object.entries(rest.at(-1) ?? {})) given[name.toLowerCase()] = value;
    return writeHead.call(this, status, ...rest);
  };
  return (name) => given[name] ?? response.getHeader(name);
}
