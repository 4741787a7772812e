import { describe, expect, it } from "vitest";
import { type Row, RowChunk, type SharedFields } from "../../src/inspector/row-chunk.ts";
import { RowLog } from "../../src/inspector/row-log.ts";

const MIB = 2 ** 20;

const SHARED: SharedFields = {
  dialect: "anthropic",
  method: "POST",
  path: "/v1/messages",
  tenant: "alice",
  agent: "claude-code",
  isStream: true,
  tools: 24,
  provider: { name: "openai", dialect: "openai-responses" },
  profile: "strict",
  model: "opus",
  providerModel: "gpt-5.6",
  status: 200,
  losses: '[{"code":"unsupported","path":"/top_k","level":"setting","action":"dropped"}]',
  replayOf: undefined,
};

function rowOf(number: number, changed: Partial<Row> = {}): Row {
  return {
    shared: { ...SHARED },
    id: `req_${number}`,
    session: `session ${number % 7} – ☃ 🧰`,
    startedAt: 1_800_000_000_000 + number,
    durationMs: number / 3,
    firstOutputMs: number % 2 === 0 ? number : undefined,
    usage: { input: number, output: 2, cacheRead: 0, cacheWrite: undefined, reasoning: undefined },
    cost: number * 1e-6,
    unlisted: number % 3,
    ...changed,
  };
}

describe("rows", () => {
  it("come back as they were added, in their order, with their sequence numbers", () => {
    const log = new RowLog();
    const rows = Array.from({ length: 2000 }, (_, index) => rowOf(index));
    for (const [index, row] of rows.entries()) log.add(row, 100 + index, 64 * MIB);
    const kept = log.take();
    expect(kept.map(({ seq }) => seq)).toEqual(rows.map((_, index) => 100 + index));
    for (const [index, { id, session, startedAt, durationMs, firstOutputMs, usage, cost }] of rows.entries()) {
      const summary = kept[index]?.summary;
      expect(summary).toMatchObject({ id, session, startedAt, durationMs, usage, cost, key: "alice", model: "opus" });
      expect(summary?.firstOutputMs).toBe(firstOutputMs);
      expect(summary?.losses).toEqual({ content: 0, setting: 1, metadata: 0 });
    }
    expect(log.take()).toEqual([]);
  });

  it("tell how many exchanges before them are not listed", () => {
    const log = new RowLog();
    for (let index = 0; index < 3; index++) log.add(rowOf(index), index, MIB);
    const rows = log.take();
    expect(rows.map(({ summary }) => summary.unlisted)).toEqual([undefined, 1, 2]);
  });

  it("are a thousand in a burst, then two hundred in a second, and the others are counted for each client", () => {
    const log = new RowLog();
    const hasRoom = (now: number, count: number) => Array.from({ length: count }, () => log.hasRoom(now));
    const now = 1_800_000_000_000;
    expect(hasRoom(now, 1500).filter((has) => has)).toHaveLength(1000);
    expect(hasRoom(now + 100, 1500).filter((has) => has)).toHaveLength(20);
    for (const tenant of ["alice", "bob", "alice"]) log.leaveOut(tenant);
    expect(["alice", "bob", "carol"].map((tenant) => log.takeLeftOut(tenant))).toEqual([2, 1, 0]);
    expect(log.takeLeftOut("alice")).toBe(0);
  });

  it("are five in a second after one with more than two hundred requests", () => {
    const log = new RowLog();
    const rowsAt = (now: number) =>
      Array.from({ length: 500 }, () => log.hasRoom(now, 500)).filter((has) => has).length;
    const now = 1_800_000_000_000;
    expect([0, 1000, 2000].map((time) => rowsAt(now + time))).toEqual([25, 5, 5]);
  });

  it("have no usage, cost and first output where there is none", () => {
    const log = new RowLog();
    log.add(rowOf(1, { usage: undefined, cost: undefined, firstOutputMs: undefined }), 1, MIB);
    const [row] = log.take();
    expect(Object.keys(row?.summary ?? {})).not.toEqual(expect.arrayContaining(["usage"]));
    expect(row?.summary).not.toHaveProperty("cost");
    expect(row?.summary).not.toHaveProperty("firstOutputMs");
  });

  it("share what they have in common, and differ in every field of it", () => {
    const others: Partial<SharedFields>[] = [
      { dialect: "gemini" },
      { method: "PUT" },
      { path: "/v1/other" },
      { tenant: "bob" },
      { agent: undefined },
      { isStream: false },
      { tools: 0 },
      { provider: { name: "second", dialect: "anthropic" } },
      { profile: undefined },
      { model: "sonnet" },
      { providerModel: "gpt-5.6-mini" },
      { status: 201 },
      { losses: "" },
      { replayOf: "req_0" },
    ];
    expect(others).toHaveLength(Object.keys(SHARED).length);
    const chunk = new RowChunk();
    const changed = others.map((fields) => ({ ...SHARED, ...fields }));
    for (const [index, each] of changed.entries()) {
      chunk.add(rowOf(index, { shared: { ...SHARED } }), index);
      chunk.add(rowOf(index, { shared: each }), index);
    }
    for (const [index, each] of changed.entries()) {
      expect(chunk.sharedAt(2 * index)).toEqual(SHARED);
      expect(chunk.sharedAt(2 * index + 1)).toBe(each);
    }
    expect(chunk.sharedAt(2)).toBe(chunk.sharedAt(0));
  });

  it("take a sixteenth of the configured memory at most, and the oldest are dropped", () => {
    const log = new RowLog();
    for (let index = 0; index < 20_000; index++) {
      log.add(rowOf(index), index, 16 * MIB);
      expect(log.size).toBeLessThanOrEqual(MIB);
    }
    const seqs = log.take().map(({ seq }) => seq);
    expect(seqs.at(-1)).toBe(19_999);
    expect(seqs.length).toBeGreaterThan(3000);
    expect(seqs).toEqual(seqs.map((_, index) => 20_000 - seqs.length + index));
  });

  it("begin a new chunk where the names of sessions are long", () => {
    const log = new RowLog();
    const session = "☃".repeat(128);
    for (let index = 0; index < 500; index++) log.add(rowOf(index, { session }), index, 64 * MIB);
    const rows = log.take();
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map((row) => row.session))).toEqual(new Set([session]));
  });

  it("begin a new chunk where losses are long and differ", () => {
    const log = new RowLog();
    for (let index = 0; index < 40; index++) {
      const losses = JSON.stringify([{ level: "setting", path: `/${index}${"x".repeat(16_000)}` }]);
      log.add(rowOf(index, { shared: { ...SHARED, losses } }), index, 16 * MIB);
    }
    const rows = log.take();
    // Of eight chunks, each has three rows at most.
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index).slice(-rows.length));
    expect(rows.length).toBeLessThanOrEqual(24);
  });
});
