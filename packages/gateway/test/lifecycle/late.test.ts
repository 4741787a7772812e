import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { importsOf, ROOT, read } from "../../../../test/support/source.ts";
import { Late } from "../../src/late.ts";
import { Loading } from "../../src/loading.ts";

// What a program loads before it listens, and what becomes of the requests that come while the rest is loaded.

describe("what `serve` loads before it listens", () => {
  const files = reachable("packages/cli/src/gateway/serve.ts");

  it("reaches the gateway and the base of the core", () => {
    expect(files).toContain("packages/gateway/src/gateway.ts");
    expect(files).toContain("packages/core/src/base.ts");
  });

  it("translates nothing", () => {
    expect(files.filter((file) => TRANSLATES.test(file))).toEqual([]);
  });
});

/** The dialects but for their errors, schemas, conversations; the exchange with a provider, its prices, and the simulated provider. */
const TRANSLATES = new RegExp(
  [
    "core/src/(?:index|api|bridge|detect)\\.ts",
    "core/src/dialects/[^/]+/(?:index|request|messages|tools|stream)\\.ts",
    "core/src/(?:conversation|align|tools)/",
    "core/src/schema/(?!profiles/names)",
    "gateway/src/http/(?:generate|actions|dry-run)\\.ts",
    "gateway/src/exchange/exchange\\.ts",
    "gateway/src/providers/price-data\\.ts",
    "gateway/src/sim/(?:simulator\\.ts|dialects|rules|faults)",
  ].join("|"),
);

/** All files that are loaded with one: its imports, and theirs, in all packages. */
function reachable(entry: string): string[] {
  const files = [entry];
  for (const path of files)
    for (const { specifier, target = sourceOf(specifier), typeOnly, isDynamic } of importsOf(read(path)))
      if (!typeOnly && !isDynamic && target !== undefined && !files.includes(target)) files.push(target);
  return files;
}

/** The source of an entry of a package of the workspace. */
function sourceOf(specifier: string): string | undefined {
  const [, name, path = ""] = /^@toolglot\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const { exports } = JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8"));
  return `packages/${name}/${exports[`.${path}`].types.replace("./dist/", "src/").replace(".d.ts", ".ts")}`;
}

describe("requests that come before all is loaded", () => {
  const HELLO = { model: "sim/sim-1", max_tokens: 64, messages: [{ role: "user", content: "hello" }] };

  it("wait for it, and probes do not", async () => {
    const answers = await firstAnswers([
      { path: "/v1/messages", body: HELLO },
      { path: "/v1/chat/completions", body: HELLO },
      { path: "/v1/translate", body: {} },
      { path: "/_sim/expect", body: { responses: [] } },
      { path: "/healthz" },
      { path: "/readyz" },
    ]);
    expect(answers.slice(0, 2).map(({ path }) => path)).toEqual(expect.arrayContaining(["/healthz", "/readyz"]));
    expect(new Map(answers.map(({ path, status }) => [path, status]))).toEqual(
      new Map([
        ["/healthz", 200],
        ["/readyz", 200],
        ["/v1/messages", 200],
        ["/v1/chat/completions", 200],
        ["/v1/translate", 400],
        ["/_sim/expect", 200],
      ]),
    );
  });

  it("are refused in their dialect at once, if they may not come", async () => {
    const [answer] = await firstAnswers([{ path: "/v1/messages", body: HELLO }], {
      TOOLGLOT_KEYS: "sk-mine-0123456789",
    });
    expect(answer?.status).toBe(401);
    expect(answer?.body).toMatchObject({ type: "error", error: { type: "authentication_error" } });
  });
});

interface FirstRequest {
  readonly path: string;
  readonly body?: object;
}

/** The answers of a gateway in a process of its own, in their order. */
async function firstAnswers(requests: readonly FirstRequest[], env: Readonly<Record<string, string>> = {}) {
  const program = fileURLToPath(new URL("first-requests.mjs", import.meta.url));
  const { PATH = "" } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(requests)], {
    env: { PATH, ...env },
  });
  return JSON.parse(stdout) as { readonly path: string; readonly status: number; readonly body: unknown }[];
}

describe("a late module", () => {
  it("is loaded once, and then there at once", async () => {
    const load = vi.fn(async () => ({ answer: 42 }));
    const late = new Late(load);
    await Promise.all([late.load(), late.load()]);
    expect(late.load()).toBeUndefined();
    expect(late.value.answer).toBe(42);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is an error before", () => {
    expect(() => new Late(async () => ({})).value).toThrow("before it is loaded");
  });

  it("is tried again if it could not be loaded", async () => {
    const load = vi.fn(async () => ({ answer: 42 })).mockRejectedValueOnce(new Error("too many open files"));
    const late = new Late(load);
    await expect(late.load()).rejects.toThrow("too many open files");
    await late.load();
    expect(late.value.answer).toBe(42);
  });
});

describe("what waits for all to be loaded", () => {
  it("waits for nothing once it is", async () => {
    const loading = new Loading(async () => {});
    await loading.wait();
    expect(loading.wait()).toBeUndefined();
  });

  it("gets an error if the gateway stops before", async () => {
    const loading = new Loading(() => new Promise(() => {}));
    const waiting = [loading.wait(), loading.wait()];
    loading.abort();
    for (const each of await Promise.allSettled(waiting))
      expect(each).toMatchObject({ reason: { failure: { status: 503, code: "shutting_down" } } });
  });

  it("is told why it could not be loaded", async () => {
    const loading = new Loading(() => Promise.reject(new Error("too many open files")));
    await expect(loading.wait()).rejects.toThrow("too many open files");
  });
});
