import type { RequestRecord } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { requestLine } from "../src/gateway/request-line.ts";
import { styleFor } from "../src/output/style.ts";

const AT = new Date(2026, 10, 16, 12, 34, 56).getTime();

const RECORD: RequestRecord = {
  ...{ event: "request", id: "1", method: "POST", path: "/v1/messages", client: "anthropic", model: "claude-x" },
  ...{ provider: "openai", providerModel: "gpt-5.6", stream: true, status: 200, outcome: "success", durationMs: 1234 },
};

const line = (more: Partial<RequestRecord> = {}): string =>
  requestLine({ ...RECORD, ...more }, AT, styleFor(false, {}));
const attempt = (provider: string, status: number) => ({
  ...{ provider, model: "m", status, durationMs: 1 },
  ...(status < 400 ? {} : { errorType: "server" }),
});
const lost = (path: string) => ({ path, code: "field", level: "setting", action: "dropped" }) as const;

describe("A line of the log", () => {
  it("has the client, the route, the status and the time", () => {
    expect(line()).toBe("12:34:56  anthropic  claude-x → openai/gpt-5.6  200  1234 ms");
  });

  it.each([{ client: "gemini" }, { model: "claude-y" }, { provider: "second" }, { providerModel: "gpt-5.5" }])(
    "has %j, although the line before it did not",
    (changed) => {
      line();
      expect(line(changed)).toContain(Object.values(changed)[0]);
    },
  );

  it.each([{ method: "PUT" }, { path: "/v1/files" }])(
    "without a model has %j, although the line before did not",
    (changed) => {
      const { client: _, model, provider, ...unrouted } = RECORD;
      requestLine(unrouted, AT, styleFor(false, {}));
      expect(requestLine({ ...unrouted, ...changed }, AT, styleFor(false, {}))).toContain(Object.values(changed)[0]);
    },
  );

  it("names a model once that is the target's own", () => {
    expect(line({ model: "openai/gpt-5.6" })).toBe("12:34:56  anthropic  openai/gpt-5.6  200  1234 ms");
  });

  it("has the time to the first output, the tokens and the name of the key", () => {
    const usage = { input: 1200, cacheRead: 800, output: 55, reasoning: 12 };
    expect(line({ firstChunkMs: 340, usage, key: "alice" })).toMatch(
      /1234 ms \(first output 340 ms\) {2}in 1200 \(800 cached\), out 55 {2}key alice$/,
    );
    expect(line({ usage: { input: 3, cacheRead: 0, output: 4 } })).toMatch(/ {2}in 3, out 4$/);
  });

  it("has the cost where it is known", () => {
    const usage = { input: 3, output: 4 };
    expect(line({ usage, cost: 0.01342 })).toMatch(/ {2}in 3, out 4 {2}\$0\.013$/);
    expect(line({ usage, cost: 12.3 })).toMatch(/ {2}\$12\.30$/);
    expect(line({ usage, cost: 0.0000042 })).toMatch(/ {2}\$0\.0000042$/);
    expect(line({ usage, cost: 0 })).toMatch(/ {2}\$0\.00$/);
  });

  it("names what was lost", () => {
    expect(line({ losses: [lost("/top_k"), lost("/thinking/type"), lost("/top_k")] })).toMatch(
      / {2}lost top_k, thinking\.type$/,
    );
    expect(line({ losses: [lost("/a~1b/c~0d"), lost("")] })).toMatch(/ {2}lost a\/b\.c~d, field$/);
    const many = Array.from({ length: 100 }, (_, index) => lost(`/messages/${index}`));
    expect(line({ losses: many, lossCount: 250 })).toMatch(/messages\.7, … \+242$/);
    expect(line({ losses: [], metadataLosses: 3 })).toBe(line());
  });

  it("names the providers that failed before the one that responded", () => {
    expect(line({ attempts: [attempt("openai", 503), attempt("second", 200)] })).toMatch(
      / {2}tried openai \(503\) → second$/,
    );
    const tries = [attempt("openai", 503), attempt("openai", 429), attempt("second", 500), attempt("third", 200)];
    expect(line({ attempts: tries })).toMatch(/ {2}tried openai \(503, 429\), second \(500\) → third$/);
    expect(line({ attempts: [attempt("openai", 503), attempt("openai", 200)] })).toMatch(
      / {2}tried openai \(503\) → openai$/,
    );
    expect(line({ attempts: [attempt("openai", 200)] })).toBe(line());
  });

  it("names all of them if none responded, and the error", () => {
    const failed = { status: 503, outcome: "error", errorType: "overloaded", error: "try later" } as const;
    expect(line({ ...failed, attempts: [attempt("openai", 503)] })).toMatch(
      / {2}503 {2}1234 ms {2}overloaded: try later$/,
    );
    expect(line({ ...failed, attempts: [attempt("openai", 503), attempt("second", 503)] })).toMatch(
      / {2}tried openai \(503\), second \(503\) {2}overloaded: try later$/,
    );
  });
});
