import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { importsOf, ROOT, read } from "../../../../test/support/source.ts";
import { Late } from "../../src/late.ts";

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
  it("wait for it, and probes do not", async () => {
    const handle = await freshHandler();
    const order: string[] = [];
    const ask = async (path: string, init?: RequestInit) => {
      const response = await handle(new Request(`http://localhost${path}`, init));
      order.push(path);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const [answer, counted, health] = await Promise.all([
      ask("/v1/messages", post({ model: "sim/sim-1", max_tokens: 64, messages: HELLO })),
      ask("/v1/chat/completions", post({ model: "sim/sim-1", messages: HELLO })),
      ask("/healthz"),
    ]);
    expect(order[0]).toBe("/healthz");
    expect(health.body).toMatchObject({ status: "ok" });
    expect(answer).toMatchObject({ status: 200, body: { type: "message", role: "assistant" } });
    expect(counted).toMatchObject({ status: 200, body: { object: "chat.completion" } });
  });

  it.each(["/v1/translate", "/_sim/expect"])("also to %s", async (path) => {
    const handle = await freshHandler();
    const response = await handle(new Request(`http://localhost${path}`, post({})));
    expect(((await response.json()) as { error: { message: string } }).error.message).not.toContain("loaded");
    expect(response.status).toBe(400);
  });

  it("are refused in their dialect meanwhile, if they may not come", async () => {
    const handle = await freshHandler({ keys: ["sk-mine-0123456789"] });
    const response = await handle(new Request("http://localhost/v1/messages", post({})));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ type: "error", error: { type: "authentication_error" } });
  });
});

/** A gateway in which nothing is loaded yet, as a function. */
async function freshHandler({ keys = [] }: { readonly keys?: readonly string[] } = {}) {
  vi.resetModules();
  const [{ Gateway }, { handleWebRequest }, { environmentConfig }, { MemoryStore }] = await Promise.all([
    import("../../src/gateway.ts"),
    import("../../src/transports/web/handler.ts"),
    import("../../src/config/environment.ts"),
    import("../../src/store/memory.ts"),
  ]);
  const config = await environmentConfig(keys.length === 0 ? {} : { TOOLGLOT_KEYS: keys.join(",") });
  const send = () => {
    throw new Error("the simulated provider needs no network");
  };
  const gateway = new Gateway({ config, send, store: new MemoryStore(config.store) });
  return (request: Request) => handleWebRequest(gateway, request);
}

const HELLO = [{ role: "user", content: "hello" }];

function post(body: object): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
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
