import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { enableCompileCache } from "../src/compile-cache.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it("writes the compiled code while the program runs, since one that is killed writes none at its end", () => {
  vi.useFakeTimers();
  vi.stubEnv("XDG_CACHE_HOME", "/cache");
  const node = { enableCompileCache: vi.fn(), flushCompileCache: vi.fn() };
  enableCompileCache(node);
  expect(node.enableCompileCache).toHaveBeenCalledExactlyOnceWith(join("/cache", "toolglot", "compile"));
  expect(node.flushCompileCache).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(node.flushCompileCache).toHaveBeenCalledOnce();
});

it("has none with Node 20, and only one that is written at the end before 22.10", () => {
  vi.useFakeTimers();
  enableCompileCache({});
  enableCompileCache({ enableCompileCache: vi.fn() });
  expect(vi.getTimerCount()).toBe(0);
});
