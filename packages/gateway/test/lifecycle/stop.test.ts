import { afterEach, describe, expect, it } from "vitest";
import { fileWith } from "../../../cli/test/run.ts";
import { type Serving, serving, until } from "../../../cli/test/serving.ts";
import { RawClient, requestText } from "../clients/raw-socket.ts";
import { DIALECTS, errorIn, POLL_OPTIONS, post, requestFor } from "../clients/requests.ts";
import { failed, succeeded } from "../support/provider-wire.ts";
import { textOf } from "../support/wire-text.ts";
import { type HeldUpstream, startHeld } from "./held-upstream.ts";

const running: Serving[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});

/** The program's gateway, before a provider that ends its responses on demand. */
async function start(settings: string): Promise<Serving & { readonly held: HeldUpstream }> {
  const held = await startHeld();
  const providers = `providers: { held: { dialect: ollama, baseUrl: '${held.url}' }, sim: { dialect: ollama, baseUrl: 'sim:' } }`;
  const served = await serving(["--config", fileWith(`${providers}\nserver: ${settings}\n`, "toolglot.yaml")]);
  running.push(served);
  return { ...served, held };
}

describe("F46: SIGTERM", () => {
  it("is reported by /readyz at once, and to new requests on open connections", async () => {
    const { url, child, outcome } = await start("{ preStop: 1500ms }");
    const idle = await RawClient.open(url);
    idle.send(requestText("/readyz", undefined));
    await idle.until(/"ready"/);
    child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, POLL_OPTIONS).toBe(503);
    // Clients on open connections are still served, with `connection: close`.
    const { path, body } = requestFor("anthropic", { model: "sim/x", streams: false });
    const late = await post(url, path, body);
    expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
    await idle.ended();
    expect((await outcome).code).toBe(0);
  });

  it("lets streams finish, and then closes idle connections", async () => {
    const { url, child, held, outcome } = await start("{ drain: 60s }");
    const streams = await Promise.all(
      DIALECTS.map(async (dialect) => {
        const { path, body } = requestFor(dialect, { model: "held/x", streams: true });
        const client = await RawClient.open(url);
        client.send(requestText(path, JSON.stringify(body)));
        await client.until(/Hello/);
        return { dialect, client };
      }),
    );
    child.kill("SIGTERM");
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            ({ status }) => status,
            () => "refused",
          ),
        POLL_OPTIONS,
      )
      .toBe("refused");
    held.release();
    for (const { dialect, client } of streams)
      expect([dialect, await client.ended()]).toEqual([dialect, expect.stringContaining("good-bye")]);
    expect((await outcome).code).toBe(0);
  });

  it.each(["its deadline", "a second signal"])(
    "ends with the error of each dialect at %s (posthog #73863)",
    async (why) => {
      const {
        url,
        child,
        output: said,
        outcome,
      } = await start(why === "its deadline" ? "{ drain: 400ms }" : "{ drain: 10m }");
      const streams = await Promise.all(
        DIALECTS.map(async (dialect) => {
          const { path, body } = requestFor(dialect, { model: "held/x", streams: true });
          const reply = await post(url, path, body);
          return { dialect, text: textOf(reply) };
        }),
      );
      const whole = requestFor("anthropic", { model: "sim/fault-hang", streams: false });
      const waiting = post(url, whole.path, whole.body);
      const busy = async () => (await fetch(`${url}/metrics`)).text();
      await expect
        .poll(busy, POLL_OPTIONS)
        .toMatch(new RegExp(`toolglot_requests_in_flight ${DIALECTS.length + 2}\\n`));
      child.kill("SIGTERM");
      if (why !== "its deadline") {
        await until(() => new RegExp(`waiting for ${DIALECTS.length + 1}`).exec(said.stderr) ?? undefined, child);
        child.kill("SIGTERM");
      }
      for (const { dialect, text } of streams) {
        const reported = await text;
        expect([dialect, failed(dialect, reported), succeeded(dialect, reported)]).toEqual([dialect, true, false]);
        expect(reported).toContain("shutting down");
      }
      const refused = await waiting;
      expect(refused.status).toBe(503);
      expect(errorIn("anthropic", 503, await refused.text())).toContain("shutting down");
      expect((await outcome).code).toBe(0);
    },
  );

  it("ends requests that wait for a retry", async () => {
    const { url, child, outcome } = await start("{ drain: 300ms }");
    const { path, body } = requestFor("gemini", { model: "sim/fault-status-429@15", streams: true });
    const reply = post(url, path, body);
    const busy = async () => (await fetch(`${url}/metrics`)).text();
    await expect.poll(busy, POLL_OPTIONS).toMatch(/toolglot_requests_in_flight 2\n/);
    child.kill("SIGTERM");
    const refused = await reply;
    expect(errorIn("gemini", refused.status, await refused.text())).toContain("shutting down");
    expect((await outcome).code).toBe(0);
  });
});
