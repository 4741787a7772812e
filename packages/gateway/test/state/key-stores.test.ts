import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { StateSettings } from "../../src/config/config.ts";
import { openKeyStore } from "../../src/store/open-keys.ts";
import { keepsKeys } from "./key-behaviour.ts";
import { freePort, hasRedis, RedisServer } from "./redis-server.ts";

const stateAt = (url: string): StateSettings => ({
  redis: { type: "single", urls: [url] },
  prefix: "test",
  timeout: 5000,
  maxAge: 1000,
  keys: true,
  onDown: { stored: "closed", limits: "open" },
});

describe("keys in a file", () => {
  keepsKeys(async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolglot-keys-"));
    afterTest(() => rmSync(folder, { recursive: true, force: true }));
    return openKeyStore({ keyFile: join(folder, "keys.json") });
  });
});

describe.skipIf(!hasRedis)("keys on Redis", () => {
  keepsKeys(async () => {
    const store = await openKeyStore({ state: stateAt((await RedisServer.start()).url) });
    afterTest(() => store.close());
    return store;
  });

  it("cannot be changed without a password that the server wants", async () => {
    const { port } = await RedisServer.start("--requirepass", "right-password");
    const opening = openKeyStore({ state: stateAt(`redis://:wrong-password@127.0.0.1:${port}`) });
    await expect(opening).rejects.toThrow("refuses the user or the password of state.redis (WRONGPASS)");
  });
});

describe("keys on a server that is down", () => {
  it("cannot be changed", async () => {
    const opening = openKeyStore({ state: stateAt(`redis://127.0.0.1:${await freePort()}`) });
    await expect(opening).rejects.toThrow("the shared state cannot be reached (ECONNREFUSED)");
  });
});
