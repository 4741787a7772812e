import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FileRecord, stateFolder, TrustStore, TrustStoreError } from "../../src/index.ts";
import { freshFolder } from "../discover/folder.ts";

const FILE: FileRecord = { sha256: "ab", size: 2, executable: true };

function record(folder: string, file: FileRecord = FILE) {
  return { folder, trustedAt: "2026-11-01T00:00:00.000Z", files: new Map([["one", file]]) };
}

describe("the state folder", () => {
  it.each([
    [{}, "/home/ada/.local/state/toolglot"],
    [{ XDG_STATE_HOME: "/state" }, "/state/toolglot"],
    [{ XDG_STATE_HOME: "in/the/project" }, "/home/ada/.local/state/toolglot"],
    [{ XDG_STATE_HOME: "" }, "/home/ada/.local/state/toolglot"],
  ])("is the user's, by %j", (env, expected) => {
    expect(stateFolder({ home: "/home/ada", env })).toBe(expected);
  });
});

describe("a record of trust", () => {
  it("comes back as it was written, link and all, and goes when it is removed", async () => {
    const store = new TrustStore(freshFolder());
    const written = record("/project", { ...FILE, link: "../x" });
    await store.write(written);
    expect(await store.read("/project")).toEqual(written);
    expect(await store.read("/other")).toBeUndefined();
    expect(await store.list()).toEqual({ records: [written], problems: [] });
    expect([await store.remove("/project"), await store.remove("/project")]).toEqual([true, false]);
    expect(await store.read("/project")).toBeUndefined();
  });

  it("is for its owner alone, and leaves no draft behind", async () => {
    const store = new TrustStore(freshFolder());
    await store.write(record("/project"));
    const [name = ""] = readdirSync(store.directory);
    expect(readdirSync(store.directory)).toHaveLength(1);
    expect(statSync(join(store.directory, name)).mode & 0o777).toBe(0o600);
    expect(statSync(store.directory).mode & 0o777).toBe(0o700);
  });

  it("is written by many at once without harm", async () => {
    const store = new TrustStore(freshFolder());
    const folders = Array.from({ length: 20 }, (_, index) => `/project-${index % 10}`);
    await Promise.all(folders.map((folder) => store.write(record(folder))));
    expect((await store.list()).records).toHaveLength(10);
  });

  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["another version", '{"version":2}'],
    ["a file without a hash", '{"version":1,"folder":"/project","trustedAt":"","files":{"one":{}}}'],
    ["another folder", '{"version":1,"folder":"/other","trustedAt":"","files":{}}'],
  ])("that holds %s trusts nothing, and can be written anew", async (_, text) => {
    const store = new TrustStore(freshFolder());
    await store.write(record("/project"));
    const [name = ""] = readdirSync(store.directory);
    writeFileSync(join(store.directory, name), text);
    await expect(store.read("/project")).rejects.toThrow(TrustStoreError);
    await store.write(record("/project"));
    expect(await store.read("/project")).toEqual(record("/project"));
  });

  it("that others may write to trusts nothing", async () => {
    const store = new TrustStore(freshFolder());
    await store.write(record("/project"));
    const [name = ""] = readdirSync(store.directory);
    chmodSync(join(store.directory, name), 0o666);
    await expect(store.read("/project")).rejects.toThrow("it is world-writable");
    chmodSync(join(store.directory, name), 0o600);
    chmodSync(store.directory, 0o777);
    await expect(store.read("/project")).rejects.toThrow("world-writable");
  });
});
