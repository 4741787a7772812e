import { type JsonObject, parseJson } from "@toolglot/core";
import { expect, it } from "vitest";
import type { ResponseStore, StoredResponse } from "../../src/store/store.ts";

export interface Limits {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export const ROOMY: Limits = { maxEntries: 1000, maxBytes: 1024 * 1024 };

/** An answer to keep. */
export function answer(id: string, more: Partial<StoredResponse> = {}): StoredResponse {
  const response = { id, object: "response", output: [{ type: "message", content: `answer of ${id}` }] };
  return { id, tenant: "", created: 1, input: [{ role: "user", content: "hello" }], response, ...more };
}

/** What every store does, wherever it keeps things. */
export function behavesAsAStore(open: (limits: Limits) => Promise<ResponseStore>): void {
  it("gives back what was put into it", async () => {
    const store = await open(ROOMY);
    await store.put(answer("resp_1", { previous: "resp_0", provider: "openai" }));
    expect(await store.get("", "resp_1")).toEqual(answer("resp_1", { previous: "resp_0", provider: "openai" }));
    expect(await store.get("", "resp_2")).toBeUndefined();
  });

  it("keeps numbers to the digit, odd keys and all characters", async () => {
    const store = await open(ROOMY);
    const text =
      '{"id":"r","big":12345678901234567890,"price":1.10,"__proto__":{"a":1},"text":"é\\u2028\\n🎈\\",\\"answer\\":"}';
    const response = parseJson(text) as JsonObject;
    await store.put(answer("r", { response, input: [response] }));
    const stored = await store.get("", "r");
    expect(stored?.response).toEqual(response);
    expect(stored?.input).toEqual([response]);
  });

  it("has nothing for another tenant, whatever the names look like", async () => {
    const store = await open(ROOMY);
    await store.put(answer("resp_1", { tenant: "ann" }));
    await store.put(answer("y", { tenant: 'x","answer":' }));
    expect(await store.get("bob", "resp_1")).toBeUndefined();
    expect(await store.get("", "resp_1")).toBeUndefined();
    expect(await store.delete("bob", "resp_1")).toBe(false);
    expect(await store.get("ann", "resp_1")).toBeDefined();
    expect((await store.get('x","answer":', "y"))?.id).toBe("y");
  });

  it("forgets what is deleted, once", async () => {
    const store = await open(ROOMY);
    await store.put(answer("resp_1"));
    expect(await store.delete("", "resp_1")).toBe(true);
    expect(await store.get("", "resp_1")).toBeUndefined();
    expect(await store.delete("", "resp_1")).toBe(false);
  });

  it("does not say that it is empty when something is in it", async () => {
    const store = await open(ROOMY);
    await store.put(answer("resp_1"));
    expect(store.isEmpty).not.toBe(true);
  });

  it("has the latest of what is put twice", async () => {
    const store = await open(ROOMY);
    await store.put(answer("resp_1", { created: 1 }));
    await store.put(answer("resp_1", { created: 2 }));
    expect((await store.get("", "resp_1"))?.created).toBe(2);
  });

  it("takes many at once", async () => {
    const store = await open(ROOMY);
    const ids = Array.from({ length: 200 }, (_, index) => `resp_${index}`);
    await Promise.all(ids.map((id) => store.put(answer(id))));
    const found = await Promise.all(ids.map((id) => store.get("", id)));
    expect(found.map((each) => each?.id)).toEqual(ids);
  });
}

/** What stores do that decide themselves how much they keep. */
export function boundsItsSize(open: (limits: Limits) => Promise<ResponseStore>): void {
  it("lets the oldest go when there are too many", async () => {
    const store = await open({ ...ROOMY, maxEntries: 2 });
    for (const id of ["a", "b", "a", "c"]) await store.put(answer(id));
    expect(await Promise.all(["a", "b", "c"].map(async (id) => (await store.get("", id))?.id))).toEqual([
      "a",
      undefined,
      "c",
    ]);
  });

  it("lets the oldest go when they are too large", async () => {
    const store = await open({ ...ROOMY, maxBytes: 3000 });
    const large = (id: string) => answer(id, { input: ["x".repeat(1000)] });
    for (const id of ["a", "b", "c", "d"]) await store.put(large(id));
    expect(await store.get("", "a")).toBeUndefined();
    expect(await store.get("", "b")).toBeUndefined();
    expect(await store.get("", "d")).toEqual(large("d"));
  });
}
