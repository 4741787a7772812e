import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig, type Served, serve } from "@toolglot/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const page = readFileSync(fileURLToPath(new URL("../docs/deploy/nginx.md", import.meta.url)), "utf8");
const KEY = "a-key-for-tests";
const HELLO = { model: "sim/default", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
const canRun = ["nginx", "openssl"].every((program) => spawnSync(program, ["version"]).error === undefined);
if (!canRun)
  console.warn("SKIPPED: nginx or openssl is not installed, so the config of docs/deploy/nginx.md is not tried");

describe.skipIf(!canRun)("the config for nginx", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-nginx-"));
  let gateway: Served;
  let port: number;
  let stop: () => Promise<unknown>;

  beforeAll(async () => {
    gateway = await startGateway();
    port = await freePort();
    stop = await startNginx(folder, port, gateway.url);
  });

  afterAll(async () => {
    await stop?.();
    await gateway?.close();
    rmSync(folder, { recursive: true });
  });

  it("passes whole responses", async () => {
    const { status, chunks } = await post(port, HELLO);
    expect([status, chunks.join("")]).toEqual([200, expect.stringContaining("Hello")]);
  });

  it("passes streams", async () => {
    const { status, chunks } = await post(port, { ...HELLO, stream: true });
    expect([status, chunks.join("")]).toEqual([200, expect.stringContaining("event: message_stop")]);
  });

  // With nginx's default, this would wait for the rest of the stream, which never comes.
  it("passes the beginning of a stream before its end", async () => {
    const { chunks } = await post(port, { ...HELLO, model: "sim/fault-stall@4", stream: true }, {}, firstChunk);
    expect(chunks.join("")).toContain("event: message_start");
  });

  it("passes bodies that are larger than nginx's default", async () => {
    const messages = [{ role: "user", content: "x".repeat(3_000_000) }];
    expect((await post(port, { ...HELLO, messages })).status).toBe(200);
  });

  it("rejects requests without a key", async () => {
    expect((await post(port, HELLO, { "x-api-key": "another" })).status).toBe(401);
  });

  it("serves the name of the config only", async () => {
    expect((await post(port, HELLO, { host: "elsewhere.example.com" })).status).toBe(403);
  });
});

async function startGateway(): Promise<Served> {
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const env = { OPENAI_API_KEY: "unused", ALICE_KEY: KEY };
  return serve({ config: await readConfig(yaml, { name: "nginx.md", env }), port: 0 });
}

/** Starts nginx with the page's config; only its addresses and files are those of the test. */
async function startNginx(folder: string, port: number, url: string): Promise<() => Promise<unknown>> {
  const [, block = ""] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
  const [certificate, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=gateway.example.com", "-days", "2"];
  const files = ["-out", certificate, "-keyout", key];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files], { stdio: "ignore" });
  const site = block
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("/etc/ssl/gateway.example.com.pem", certificate)
    .replace("/etc/ssl/gateway.example.com.key", key)
    .replace("127.0.0.1:4141", new URL(url).host);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  const http = `access_log off; ${temporary.join(" ")}\n${site}`;
  writeFileSync(join(folder, "nginx.conf"), `daemon off; pid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`);
  const child = spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error("nginx does not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
}

async function answers(port: number): Promise<boolean> {
  return post(port, HELLO).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

type Answer = { status: number; chunks: string[] };

function post(port: number, body: object, headers: object = {}, read = wholeBody): Promise<Answer> {
  const sent = { host: "gateway.example.com", "content-type": "application/json", "x-api-key": KEY, ...headers };
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: "/v1/messages", method: "POST", headers: sent };
    const call = request({ ...options, rejectUnauthorized: false }, async (response) => {
      const chunks = await read(response.setEncoding("utf8")).catch(reject);
      if (chunks !== undefined) resolve({ status: response.statusCode ?? 0, chunks });
    });
    call.on("error", reject);
    call.end(JSON.stringify(body));
  });
}

function wholeBody(response: IncomingMessage): Promise<string[]> {
  return response.toArray();
}

async function firstChunk(response: IncomingMessage): Promise<string[]> {
  for await (const chunk of response) return [chunk];
  return [];
}
