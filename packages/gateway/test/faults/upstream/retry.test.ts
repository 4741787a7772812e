import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../../test/support/extent.ts";
import type { Provider } from "../../../src/config/config.ts";
import { RetryBudget } from "../../../src/limits/retry-budget.ts";
import { post } from "../../clients/requests.ts";
import { DIALECTS } from "../../matrix/clients/index.ts";
import { startGateway } from "../../support/gateway.ts";
import { TestClock } from "../../support/test-clock.ts";
import { answerJson, type Received, startUpstream } from "../../support/upstream.ts";
import { baseUrl, LONG_TIMEOUTS, useMemory } from "./harness.ts";
import { expectAnswered, expectBroken, expectRefused } from "./outcomes.ts";
import { AFTER } from "./table.ts";

const QUICK = { attempts: 2, delay: 1, maxDelay: 1500 };

const STATUSES = [429, 500, 502, 503, 529];

// Retries are limited for each provider, so every test has providers of its own.
const NAMES = DIALECTS.flatMap((client) => [client, ...STATUSES.map((status) => `${client}-${status}`)]);

const harness = useMemory(({ providerUrl }) => ({
  providers: Object.fromEntries(
    DIALECTS.flatMap((dialect) =>
      NAMES.map((name) => [
        `${name}-by-${dialect}`,
        { dialect, baseUrl: baseUrl(dialect, providerUrl), retries: QUICK, timeouts: LONG_TIMEOUTS },
      ]),
    ),
  ),
  routes: DIALECTS.map((client) => ({
    match: `many-${client}`,
    to: DIALECTS.flatMap((dialect) =>
      ["a", "b"].map((name) => ({ provider: `${client}-by-${dialect}`, model: `${name}/fault-refuse` })),
    ),
  })),
}));

function turned<T>(runs: Promise<T>): Promise<T> {
  return harness.network.clock.turnUntil(runs);
}

/** The quick run tries each status with each client and with each provider. */
function providersFor(client: (typeof DIALECTS)[number], test: number) {
  return DIALECTS.filter((_, column) => isDrawn(7, DIALECTS.indexOf(client), test, column));
}

describe.each(DIALECTS)("a client of %s", (client) => {
  it.each(STATUSES)("F15: gets a response after two errors %i", async (status) => {
    const runs = providersFor(client, STATUSES.indexOf(status)).flatMap((provider) =>
      [true, false].map((streams) => {
        const name = `${client}-${status}-by-${provider}`;
        return harness.run({ client, streams, model: `${name}/${name}-${streams}/fault-flaky-${status}@2` });
      }),
    );
    for (const run of await turned(Promise.all(runs))) {
      expectAnswered(run);
      expect(run.record.attempts?.map((attempt) => attempt.errorType)).toEqual([`${status}`, `${status}`, undefined]);
      expect(run.headers.get("x-toolglot-attempts")).toBe("3");
      expect(run.received).toHaveLength(3);
    }
  });

  /** A request to each provider, in the quick run to one or two. */
  const requestAll = (fault: string, streams: boolean) =>
    turned(
      Promise.all(
        providersFor(client, fault.length).map((provider) =>
          harness.run({ client, streams, model: `${client}-by-${provider}/fault-${fault}` }),
        ),
      ),
    );

  it("F15, F19: gets the last error after the last retry", async () => {
    for (const run of await requestAll("status-503", true)) {
      expectRefused(run, /^503$/);
      expect([503, 529]).toContain(run.status);
      expect(run.record.attempts).toHaveLength(3);
      expect(run.received).toHaveLength(3);
    }
  });

  it("F15: gets retry-after if the provider asks for a longer delay than allowed", async () => {
    for (const run of await requestAll("status-429@7", false)) {
      expectRefused(run, /^429$/);
      expect([run.status, run.headers.get("retry-after"), run.received.length]).toEqual([429, "7", 1]);
    }
  });

  it("F19: causes no retry after the first output", async () => {
    for (const run of await requestAll(`reset@${AFTER}`, true)) {
      expectBroken(run, /^upstream_reset$/);
      expect([run.headers.get("x-toolglot-attempts"), run.received.length]).toEqual(["1", 1]);
    }
  });

  it("F19: gets the number of attempts", async () => {
    const run = await turned(harness.run({ client, streams: true, model: `many-${client}` }));
    expectRefused(run, /^upstream_reset$/);
    expect(run.received.length).toBeGreaterThanOrEqual(DIALECTS.length * 2);
    expect(run.record.attempts).toHaveLength(run.received.length);
  });
});

const REQUEST = { model: "m", messages: [{ role: "user", content: "Hi" }] };

const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
};

/** Asks a provider of the test's own, as a client that does no more than that. */
async function asked(
  answer: (count: number, response: ServerResponse) => void,
  { retries = QUICK, requests = 1 }: { retries?: Provider["retries"]; requests?: number } = {},
): Promise<{ received: readonly Received[]; statuses: number[]; headers: Headers }> {
  const upstream = await startUpstream((_, response) => answer(upstream.received.length, response));
  const providers = { own: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1`, retries } };
  const gateway = await startGateway({ providers });
  const statuses: number[] = [];
  let headers = new Headers();
  for (let request = 0; request < requests; request++) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(REQUEST),
    });
    await response.text();
    statuses.push(response.status);
    headers = response.headers;
  }
  return { received: upstream.received, statuses, headers };
}

describe("F15: a provider's retry-after", () => {
  it.each([
    ["retry-after-ms", "300", 300],
    ["retry-after", "1", 1000],
    ["retry-after", "0", 0],
    ["retry-after", new Date(TestClock.start + 2000).toUTCString(), 2000],
  ])("as %s: %s is waited for", async (name, value, milliseconds) => {
    const clock = new TestClock();
    const upstream = await startUpstream((_, response) =>
      upstream.received.length === 1
        ? answerJson(response, 429, { error: { message: "slow down" } }, { [name]: value })
        : answerJson(response, 200, ANSWER),
    );
    const { received } = upstream;
    const retries = { ...QUICK, maxDelay: 2500 };
    const gateway = await startGateway({
      providers: { own: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1`, retries } },
      listen: { clock },
    });
    const reply = post(gateway.url, "/v1/chat/completions", REQUEST);
    await clock.awaits(milliseconds);
    if (milliseconds > 0) clock.turn(milliseconds - 1);
    expect(received).toHaveLength(1);
    clock.turn(1);
    expect((await reply).status).toBe(200);
    expect(received).toHaveLength(2);
  });

  it.each(["soon", "", "-1", "NaN"])("of %j does not prevent retries", async (value) => {
    const { statuses, received } = await asked((count, response) =>
      count === 1
        ? answerJson(response, 503, { error: { message: "busy" } }, { "retry-after": value })
        : answerJson(response, 200, ANSWER),
    );
    expect([statuses, received.length]).toEqual([[200], 2]);
  });
});

describe("F15: retries", () => {
  it("add at most a fifth to the load of a provider that is down", async () => {
    const requests = 100;
    const { received, statuses } = await asked(
      (_, response) => answerJson(response, 503, { error: { message: "no" } }),
      {
        requests,
      },
    );
    expect(new Set(statuses)).toEqual(new Set([503]));
    // The few of a single agent are in reserve.
    expect(received.length).toBeLessThanOrEqual(requests * 1.2 + 20);
    expect(received.length).toBeGreaterThan(requests);
  });

  it("are allowed again after idle time, up to the reserve", () => {
    const budget = new RetryBudget(0);
    const spent = () => {
      let count = 0;
      while (budget.spend()) count++;
      return count;
    };
    expect(spent()).toBe(20);
    budget.earn(500);
    expect(spent()).toBe(0);
    budget.earn(6500);
    expect(spent()).toBe(5);
    budget.earn(10_000_000);
    expect(spent()).toBe(20);
    // A clock may be set back.
    budget.earn(0);
    expect(spent()).toBe(0);
  });

  it("are not allowed for a provider that is down under constant load", () => {
    const budget = new RetryBudget(0);
    let retries = 0;
    for (let request = 0; request < 1000; request++) {
      budget.earn(request * 900);
      while (budget.spend()) retries++;
    }
    expect(retries).toBeLessThanOrEqual(1000 * 0.2 + 20);
  });

  it("send the same bytes again", async () => {
    const { received } = await asked((count, response) =>
      count < 3 ? answerJson(response, 500, {}) : answerJson(response, 200, ANSWER),
    );
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });
});
