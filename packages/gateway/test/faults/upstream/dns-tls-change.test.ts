import dns from "node:dns";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { portOf } from "../../../../../test/support/port.ts";
import { GatewayProcess } from "../../lifecycle/process.ts";
import { startGateway } from "../../support/gateway.ts";
import { answerJson, startUpstream } from "../../support/upstream.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

const answer = (content: string) => ({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
});

async function ask(url: string, more: object = {}): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], ...more }),
  });
  return { status: reply.status, text: await reply.text() };
}

async function listening(server: Server, host: string, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  undo.push(() => close(server));
  return portOf(server);
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

describe("F50: the name of a provider", () => {
  // Elsewhere a machine has but one address of its own.
  it.runIf(process.platform === "linux")("is resolved again when the old address is gone", async () => {
    let address = "127.0.0.1";
    const { lookup } = dns;
    const resolve = (name: string, ...rest: unknown[]): void => {
      const [options, found] = rest as [dns.LookupOptions, (...reported: unknown[]) => void];
      if (name !== "provider.test") (lookup as (...all: unknown[]) => void)(name, ...rest);
      else if (options.all === true) found(null, [{ address, family: 4 }]);
      else found(null, address, 4);
    };
    dns.lookup = resolve as typeof dns.lookup;
    undo.push(() => {
      dns.lookup = lookup;
    });
    const [old, fresh] = ["old", "new"].map((name) =>
      createServer((request, response) => request.resume().on("end", () => answerJson(response, 200, answer(name)))),
    ) as [Server, Server];
    const port = await listening(old, "127.0.0.1");
    await listening(fresh, "127.0.0.2", port);
    const gateway = await startGateway({
      providers: { one: { dialect: "openai-chat", baseUrl: `http://provider.test:${port}/v1` } },
    });
    expect((await ask(gateway.url)).text).toContain("old");
    address = "127.0.0.2";
    close(old);
    expect(await ask(gateway.url)).toMatchObject({ status: 200, text: expect.stringContaining("new") });
  });
});

describe("F50: the certificate of a provider", () => {
  const pem = (name: string) => readFileSync(new URL(`certificates/${name}.pem`, import.meta.url));
  const pair = (name: string) => ({ key: pem(`${name}.key`), cert: pem(name) });

  it("may change while it is in use, and is refused if it is not trusted", async () => {
    const server = createSecureServer(pair("first"), (request, response) =>
      request.resume().on("end", () => answerJson(response, 200, answer("hello"))),
    );
    const port = await listening(server, "127.0.0.1");
    const gateway = await GatewayProcess.start({
      dialect: "openai-chat",
      baseUrl: `https://localhost:${port}/v1`,
      env: { NODE_EXTRA_CA_CERTS: fileURLToPath(new URL("certificates/authority.pem", import.meta.url)) },
    });
    const statuses: number[] = [];
    for (const name of ["first", "second", "stranger", "first"]) {
      server.setSecureContext(pair(name));
      server.closeAllConnections();
      const { status, text } = await ask(gateway.url);
      statuses.push(status);
      if (name === "stranger") expect(text).toMatch(/could not be reached \((?:DEPTH_ZERO_)?SELF_SIGNED/);
    }
    expect(statuses).toEqual([200, 200, 502, 200]);
  });
});

describe("F50: a clock that jumps", () => {
  it.each([86_400_000, -86_400_000])("by %i ms ends no request and refuses none", async (jump) => {
    const { now } = Date;
    let offset = 0;
    Date.now = () => now() + offset;
    undo.push(() => {
      Date.now = now;
    });
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk({ role: "assistant", content: "Hel" }));
      setTimeout(() => {
        offset = jump;
        for (const text of [chunk({ content: "lo" }), chunk({}, "stop"), "data: [DONE]\n\n"]) response.write(text);
        response.end();
      }, 150);
    });
    const gateway = await startGateway({
      providers: { one: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
      server: { maxLag: 200 },
    });
    const { status, text } = await ask(gateway.url, { stream: true });
    expect({ status, isDone: text.endsWith("data: [DONE]\n\n") }).toEqual({ status: 200, isDone: true });
    const more = await Promise.all(Array.from({ length: 40 }, () => ask(gateway.url, { stream: true })));
    expect(more.filter((each) => each.status !== 200)).toEqual([]);
    const [record] = await gateway.requests(1);
    expect(record).toMatchObject({ outcome: "success" });
    expect(record?.durationMs).toBeGreaterThanOrEqual(0);
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).not.toMatch(/ -\d/);
  });
});
