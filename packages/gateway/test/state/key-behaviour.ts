import { expect, it } from "vitest";
import { type KeyEntry, keyIn } from "../../src/config/key-file.ts";
import type { KeyStore } from "../../src/store/key-store.ts";

/** A key of which everything is limited. */
const LIMITED: KeyEntry = {
  name: "alice b. c@d",
  sha256: "ab".repeat(32),
  created: "2026-11-17",
  models: ["claude-*", "gpt-*"],
  rpm: 60,
  tpm: 1000,
  concurrency: 3,
  budget: { amount: 0.5, per: "day" },
  expires: "2027-01-01",
  admin: true,
};

const entry = (name: string, more: Partial<KeyEntry> = {}): KeyEntry => ({
  name,
  sha256: Buffer.from(name).toString("hex").padEnd(64, "0"),
  ...more,
});

/** What every store of keys does, wherever it keeps them. */
export function keepsKeys(open: () => Promise<KeyStore>): void {
  it("gives back what was added, with all that limits it", async () => {
    const store = await open();
    expect(await store.list()).toEqual([]);
    expect(await store.add(LIMITED)).toBe(true);
    expect(await store.list()).toEqual([LIMITED]);
    expect(await keyIn(JSON.stringify((await store.list())[0]))).toMatchObject({
      concurrency: 3,
      limits: { rpm: 60, budget: { amount: 0.5 } },
      admin: true,
    });
  });

  it("has one key of each name", async () => {
    const store = await open();
    expect(await store.add(entry("ann", { rpm: 1 }))).toBe(true);
    expect(await store.add(entry("ann", { rpm: 2 }))).toBe(false);
    expect(await store.list()).toMatchObject([{ name: "ann", rpm: 1 }]);
  });

  it("replaces and removes what there is, and nothing else", async () => {
    const store = await open();
    await store.add(entry("ann"));
    await store.add(entry("bob"));
    expect(await store.replace(entry("ann", { rpm: 2 }))).toBe(true);
    expect(await store.replace(entry("cid"))).toBe(false);
    expect(await store.remove("bob")).toBe(true);
    expect(await store.remove("bob")).toBe(false);
    expect(await store.list()).toMatchObject([{ name: "ann", rpm: 2 }]);
  });

  it("loses nothing of what is changed at once", async () => {
    const store = await open();
    const names = Array.from({ length: 10 }, (_, index) => `key-${index}`);
    await Promise.all(names.map((name) => store.add(entry(name))));
    expect((await store.list()).map(({ name }) => name).toSorted()).toEqual(names);
    const added = await Promise.all(names.map(() => store.add(entry("same"))));
    expect(added.filter((wasAdded) => wasAdded)).toHaveLength(1);
  });
}
