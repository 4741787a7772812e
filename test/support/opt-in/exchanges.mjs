import { Server } from "node:http";
import { WebSocket } from "ws";

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
  watchWebSockets(onExchange);
}

/** Tells of every request of a WebSocket as if it had been posted, and its response as a stream. */
function watchWebSockets(onExchange) {
  const { emit, send } = WebSocket.prototype;
  const pending = new WeakMap();
  WebSocket.prototype.emit = function (name, ...args) {
    // What a client of this process receives is not a request.
    if (name === "message" && this._isServer) pending.set(this, [...(pending.get(this) ?? []), requestOf(args[0])]);
    return emit.call(this, name, ...args);
  };
  WebSocket.prototype.send = function (text, ...rest) {
    const [current] = this._isServer ? (pending.get(this) ?? []) : [];
    if (current !== undefined) answer(current, String(text), () => onExchange(pending.get(this).shift()));
    return send.call(this, text, ...rest);
  };
}

function requestOf(data) {
  const { type: _, ...body } = JSON.parse(data);
  const route = { method: "POST", url: "/v1/responses", headers: {}, webSocket: true };
  return {
    ...route,
    body: JSON.stringify({ ...body, stream: true }),
    status: 200,
    type: "text/event-stream",
    text: "",
  };
}

function answer(exchange, text, done) {
  const event = JSON.parse(text);
  const isError = event.type === "error" && event.status !== undefined && exchange.text === "";
  if (isError) Object.assign(exchange, { status: event.status, type: "application/json", text: errorBody(event) });
  else exchange.text += `event: ${event.type}\ndata: ${text}\n\n`;
  if (!/^(?:error|response\.(?:completed|failed|incomplete))$/.test(event.type)) return;
  exchange.whole = true;
  done();
}

function errorBody({ error }) {
  return JSON.stringify({ error });
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
