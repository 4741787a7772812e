import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { readConfig } from "../../src/config/read.ts";
import type { LogRecord } from "../../src/observe/log.ts";
import { type Served, serve } from "../../src/serve.ts";
import { until } from "../support/until.ts";

const certificates = fileURLToPath(new URL("../faults/upstream/certificates", import.meta.url));
const ca = readFileSync(join(certificates, "authority.pem"), "utf8");
const HELLO = { model: "sim/default", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
/** A loaded machine notices a new file late. */
const LONG = 60_000;

interface TlsGateway extends Served {
  readonly log: readonly LogRecord[];
  /** Replaces the files, as a renewal does. */
  install(name: string, key?: string): void;
}

function folderWith(name: string, key: string): { folder: string; install: (name: string, key?: string) => void } {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-tls-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  const install = (wanted: string, wantedKey: string = wanted) => {
    for (const [from, to] of [[`${wantedKey}.key.pem`, "key.pem"] as const, [`${wanted}.pem`, "cert.pem"] as const]) {
      copyFileSync(join(certificates, from), join(folder, "new.pem"));
      renameSync(join(folder, "new.pem"), join(folder, to));
    }
  };
  install(name, key);
  return { folder, install };
}

async function startTls(name = "first", key: string = name): Promise<TlsGateway> {
  const { folder, install } = folderWith(name, key);
  const tls = JSON.stringify({ cert: join(folder, "cert.pem"), key: join(folder, "key.pem") });
  const config = await readConfig(`server: { tls: ${tls} }`, { name: "config", env: {} });
  const log: LogRecord[] = [];
  const served = await serve({ config, port: 0, log: (record) => log.push(record) });
  afterTest(() => {
    void served.close();
    return served.close();
  });
  return { ...served, log, install };
}

/** Sends a request to the name in the certificate. */
function send({ port }: Served, path: string, body?: object, agent = new Agent({ ca })): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, "content-type": "application/json" };
    const options = { host: "127.0.0.1", servername: "localhost", port, path, headers, agent };
    const call = request({ ...options, method: body === undefined ? "GET" : "POST" }, resolve);
    call.on("error", reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  return (await response.setEncoding("utf8").toArray()).join("");
}

/** The fingerprint of the certificate that a new connection gets. */
async function presented({ port }: Served): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca });
  await new Promise((resolve, reject) => socket.once("secureConnect", resolve).once("error", reject));
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

describe("a gateway with a certificate", () => {
  it("serves whole responses, streams and WebSockets", async () => {
    const gateway = await startTls();
    expect(gateway.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    expect(await textOf(await send(gateway, "/v1/messages", HELLO))).toContain("Hello");
    expect(await textOf(await send(gateway, "/v1/messages", { ...HELLO, stream: true }))).toContain("message_stop");
    const socket = new WebSocket(`wss://localhost:${gateway.port}/v1/responses`, { ca });
    afterTest(() => socket.terminate());
    const messages: string[] = [];
    socket.on("message", (data) => messages.push(String(data)));
    socket.on("open", () => socket.send(JSON.stringify({ type: "response.create", model: "sim/m", input: "Hello" })));
    await until(() => messages.some((each) => each.includes("response.completed")), LONG);
    expect(messages.at(-1)).toContain("response.completed");
  });

  it("serves a request that asks for another protocol", async () => {
    const gateway = await startTls();
    const socket: TLSSocket = connect({ port: gateway.port, host: "127.0.0.1", servername: "localhost", ca });
    afterTest(() => socket.destroy());
    socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n");
    const [chunk] = await new Promise<Buffer[]>((resolve) => socket.once("data", (data) => resolve([data])));
    expect(String(chunk)).toContain("HTTP/1.1 200");
  });

  it("uses a renewed certificate for new connections, and keeps those that are open", async () => {
    const gateway = await startTls();
    const before = await presented(gateway);
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 });
    afterTest(() => agent.destroy());
    const stream = await send(gateway, "/v1/messages", { ...HELLO, stream: true, model: "sim/fault-stall@4" }, agent);
    const open = stream.socket as TLSSocket;
    gateway.install("second");
    await until(() => gateway.log.some((record) => "event" in record && record.event === "tls"), LONG);
    expect(await presented(gateway)).not.toBe(before);
    expect([open.destroyed, open.getPeerCertificate().fingerprint256]).toEqual([false, before]);
    stream.destroy();
  });

  it("keeps the old certificate if the new one is not valid, and says so", async () => {
    const gateway = await startTls();
    const before = await presented(gateway);
    gateway.install("second", "first");
    await until(() => gateway.gateway.troubles.has("tls"), LONG);
    expect(await textOf(await send(gateway, "/readyz"))).toContain("the old one stays in use");
    expect(await presented(gateway)).toBe(before);
    gateway.install("second");
    await until(() => !gateway.gateway.troubles.has("tls"), LONG);
    expect(await presented(gateway)).not.toBe(before);
  });

  it("refuses to start with a key of another certificate, or without its files", async () => {
    await expect(startTls("first", "second")).rejects.toThrow(/server\.tls: .* are no certificate and its key/);
    const config = await readConfig("server: { tls: { cert: /none/a.pem, key: /none/b.pem } }", {
      name: "config",
      env: {},
    });
    await expect(serve({ config, port: 0 })).rejects.toMatchObject({
      code: "ERR_CERTIFICATE",
      message: expect.stringContaining("server.tls: cannot read /none/a.pem"),
    });
  });

  it("answers nobody who speaks plain HTTP", async () => {
    const { port } = await startTls();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });
});
