import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/store/memory.ts";
import type { ResponseStore, StoredResponse } from "../../src/store/store.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

const LIMITS = { maxEntries: 100, maxBytes: 1_000_000 };

/** A store with configurable faults that counts its requests. */
class MoodyStore implements ResponseStore {
  mood: "well" | "hangs" | "throws" | "slow" = "well";
  readonly asked: string[] = [];
  private readonly inner = new MemoryStore(LIMITS);

  get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    return this.work("get", () => this.inner.get(tenant, id));
  }

  put(response: StoredResponse): Promise<void> {
    return this.work("put", () => this.inner.put(response));
  }

  delete(tenant: string, id: string): Promise<boolean> {
    return this.work("delete", () => this.inner.delete(tenant, id));
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  private async work<T>(name: string, does: () => Promise<T>): Promise<T> {
    this.asked.push(name);
    if (this.mood === "throws")
      throw Object.assign(new Error("redis://user:secret@10.0.0.1"), { code: "ECONNREFUSED" });
    if (this.mood === "hangs") return new Promise<T>(() => {});
    if (this.mood === "slow") await new Promise((resolve) => setTimeout(resolve, 20));
    return does();
  }
}

async function world(timeout = 50): Promise<{ gateway: TestGateway; store: MoodyStore }> {
  const store = new MoodyStore();
  const providers = { sim: { dialect: "openai-chat", baseUrl: "sim:" } };
  const gateway = await startGateway({ providers, store: { timeout }, listen: { store } });
  return { gateway, store };
}

interface Answered {
  readonly status: number;
  readonly retry: string | null;
  readonly body: { readonly id: string; readonly status?: string; readonly error?: { readonly code: string } };
}

async function ask({ url }: TestGateway, more: Record<string, unknown> = {}): Promise<Answered> {
  const reply = await fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "sim/m", input: "Hi", ...more }),
  });
  return {
    status: reply.status,
    retry: reply.headers.get("retry-after"),
    body: (await reply.json()) as Answered["body"],
  };
}

/** A store that was silent is tried again after as long as its time limit is. */
async function continues(gateway: TestGateway, id: string): Promise<void> {
  while ((await ask(gateway, { previous_response_id: id, store: false })).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

async function troubles({ url }: TestGateway): Promise<string> {
  return JSON.stringify(await (await fetch(`${url}/readyz`)).json());
}

describe.each(["hangs", "throws"] as const)("F51: while the store %s", (mood) => {
  it("a response that cannot be stored is sent nevertheless, and the log and /readyz report it", async () => {
    const { gateway, store } = await world();
    store.mood = mood;
    expect(await ask(gateway)).toMatchObject({ status: 200, body: { status: "completed" } });
    await gateway.requests(1);
    expect(await troubles(gateway)).toContain("stored responses cannot be reached");
    expect(gateway.records.filter(({ event }) => event === "store").length).toBeGreaterThan(0);
    expect(JSON.stringify(gateway.records)).not.toContain("secret");
    expect(gateway.gateway.admission.requests).toBe(0);
  });

  it("a request that continues from a stored response gets a 503 with retry-after", async () => {
    const { gateway, store } = await world();
    const { body } = await ask(gateway);
    store.mood = mood;
    const refused = await ask(gateway, { previous_response_id: body.id });
    expect(refused).toMatchObject({ status: 503, retry: "1", body: { error: { code: "store_unavailable" } } });
    const read = await fetch(`${gateway.url}/v1/responses/${body.id}`);
    expect(read.status).toBe(503);
    store.mood = "well";
    await continues(gateway, body.id);
    expect(await troubles(gateway)).not.toContain("stored responses");
  });

  it("requests that need nothing stored are not affected", async () => {
    const { gateway, store } = await world();
    store.mood = mood;
    expect(await ask(gateway, { store: false })).toMatchObject({ status: 200 });
    await gateway.requests(1);
    expect(store.asked).toEqual([]);
    expect(await troubles(gateway)).not.toContain("stored responses");
  });
});

describe("F51: a store", () => {
  it("that is slow within its time limit is waited for", async () => {
    const { gateway, store } = await world(5000);
    store.mood = "slow";
    const { body } = await ask(gateway);
    await gateway.requests(1);
    expect(await ask(gateway, { previous_response_id: body.id })).toMatchObject({ status: 200 });
  });

  it("that hangs gets no further requests, until it responds again", async () => {
    const { gateway, store } = await world(20);
    const { body } = await ask(gateway);
    await gateway.requests(1);
    store.mood = "hangs";
    const before = store.asked.length;
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 40 }, () => ask(gateway, { previous_response_id: body.id })));
    expect(store.asked.length - before).toBeLessThan(150);
    store.mood = "well";
    await continues(gateway, body.id);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => ask(gateway, { previous_response_id: body.id, store: false })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it("that fails now and then fails only the requests of that time", async () => {
    const { gateway, store } = await world();
    const { body } = await ask(gateway);
    await gateway.requests(1);
    for (const mood of ["throws", "hangs", "throws", "hangs"] as const) {
      store.mood = mood;
      expect(await ask(gateway, { previous_response_id: body.id, store: false })).toMatchObject({ status: 503 });
      store.mood = "well";
      await continues(gateway, body.id);
    }
  });
});
