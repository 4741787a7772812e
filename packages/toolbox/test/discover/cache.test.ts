import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DefinitionCache, type DefinitionCacheOptions } from "../../src/discover/definition-cache.ts";
import { type DiscoverOptions, discover } from "../../src/discover/discover.ts";
import { projectTrust, trustAll } from "../../src/trust/policy.ts";
import { TrustStore } from "../../src/trust/store.ts";
import { readTree } from "../../src/trust/tree.ts";

const temporary = (name: string) => mkdtempSync(join(tmpdir(), `toolglot-${name}-`));

/** A folder of tools that log when they are asked, and a state folder. */
class Folder {
  readonly folder = temporary("cache-tools");
  readonly state = temporary("cache-state");
  readonly log = join(temporary("cache-log"), "log");

  tool(name: string, does: string = this.prints(name)): string {
    const file = join(this.folder, name);
    writeFileSync(file, `#!/bin/sh\necho ${name} >> ${this.log}\n${does}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  prints(name: string, description: string = "d"): string {
    return `echo '${JSON.stringify({ name, description, parameters: { type: "object", properties: {} } })}'`;
  }

  /** Finds the tools with the cache, and names those that were asked. */
  async discover(options: Partial<DiscoverOptions> & DefinitionCacheOptions = {}) {
    const before = this.asked().length;
    const { refresh = false, now = Date.now, ...more } = options;
    const cache = new DefinitionCache(this.state, { refresh, now });
    const { tools, refusals } = await discover({
      directories: [this.folder],
      trust: trustAll,
      timeout: 60_000,
      cache,
      ...more,
    });
    const reasons = refusals.map(({ reason }) => reason);
    return { names: tools.map(({ name }) => name), tools, reasons, asked: this.asked().slice(before).sort() };
  }

  private asked(): string[] {
    return existsSync(this.log) ? readFileSync(this.log, "utf8").trimEnd().split("\n") : [];
  }
}

describe("a remembered definition", () => {
  it("is not asked for again", async () => {
    const folder = new Folder();
    folder.tool("one");
    expect(await folder.discover()).toMatchObject({ names: ["one"], asked: ["one"] });
    expect(await folder.discover()).toMatchObject({ names: ["one"], asked: [] });
  });

  it("is asked for again when the program changes, which costs the others nothing", async () => {
    const folder = new Folder();
    for (const name of ["one", "two"]) folder.tool(name);
    await folder.discover();
    folder.tool("one", folder.prints("one", "new"));
    const { tools, asked } = await folder.discover();
    expect(asked).toEqual(["one"]);
    expect(tools.map(({ description }) => description)).toEqual(["new", "d"]);
  });

  it("is asked for again when a file changes that the program may load", async () => {
    const folder = new Folder();
    const helper = join(folder.folder, "definition.json");
    writeFileSync(helper, folder.prints("one").slice(6, -1));
    folder.tool("one", `cat ${helper}`);
    await folder.discover();
    writeFileSync(helper, folder.prints("one", "changed in its helper").slice(6, -1));
    expect(await folder.discover()).toMatchObject({
      asked: ["one"],
      tools: [{ description: "changed in its helper" }],
    });
  });

  it("is asked for again after a day, in another environment, and on demand", async () => {
    const folder = new Folder();
    folder.tool("one");
    await folder.discover();
    expect((await folder.discover({ now: () => Date.now() + 25 * 3_600_000 })).asked).toEqual(["one"]);
    expect((await folder.discover({ refresh: true })).asked).toEqual(["one"]);
    expect((await folder.discover()).asked).toEqual([]);
    const { LC_ALL } = process.env;
    process.env.LC_ALL = LC_ALL === "C" ? "POSIX" : "C";
    expect((await folder.discover()).asked).toEqual(["one"]);
    if (LC_ALL === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = LC_ALL;
  });

  it("is not cached if the program was refused or failed", async () => {
    const folder = new Folder();
    folder.tool("broken", "echo nonsense");
    folder.tool("fails", "exit 3");
    for (const _ of [1, 2]) expect((await folder.discover()).asked).toEqual(["broken", "fails"]);
  });

  it("is not used if its entry is damaged, or if others could have written it", async () => {
    const folder = new Folder();
    folder.tool("one");
    await folder.discover();
    const entries = join(folder.state, "definitions");
    const [entry = ""] = readdirSync(entries);
    appendFileSync(join(entries, entry), "x");
    expect((await folder.discover()).asked).toEqual(["one"]);
    chmodSync(join(entries, entry), 0o666);
    expect(await folder.discover()).toMatchObject({ names: ["one"], asked: ["one"] });
  });

  it("is no reason to fail where it cannot be written", async () => {
    const folder = new Folder();
    folder.tool("one");
    writeFileSync(join(folder.state, "definitions"), "");
    expect(await folder.discover()).toMatchObject({ names: ["one"], asked: ["one"] });
  });

  it("has the warnings of the first time", async () => {
    const folder = new Folder();
    folder.tool("other-name", folder.prints("one"));
    const [first, second] = [await folder.discover(), await folder.discover()];
    expect(second.reasons).toEqual(first.reasons);
    expect(second.reasons).toHaveLength(1);
  });
});

describe("a program that hangs", () => {
  /** Long enough for it to say that it was asked. */
  const TIMEOUT = 1000;

  it("is asked once, and reported each time", async () => {
    const folder = new Folder();
    for (const name of ["fine", "hangs"]) folder.tool(name);
    await folder.discover();
    folder.tool("hangs", "sleep 60");
    const first = await folder.discover({ timeout: TIMEOUT });
    expect(first).toMatchObject({
      names: ["fine"],
      asked: ["hangs"],
      reasons: ["--schema took longer than 1000 ms; it should print the definition and exit"],
    });
    const second = await folder.discover({ timeout: TIMEOUT });
    expect(second).toMatchObject({ names: ["fine"], asked: [] });
    expect(second.reasons).toEqual([
      expect.stringMatching(
        /^--schema took longer than 1000 ms; not asked again before \d\d:\d\d unless the file changes/,
      ),
    ]);
  });

  it("is asked again with more time, after a while, on demand, and when it changes", async () => {
    const folder = new Folder();
    folder.tool("hangs", "sleep 60");
    await folder.discover({ timeout: TIMEOUT });
    expect((await folder.discover({ timeout: TIMEOUT - 1 })).asked).toEqual([]);
    expect((await folder.discover({ timeout: TIMEOUT + 1 })).asked).toEqual(["hangs"]);
    const later = () => Date.now() + 2 * 3_600_000;
    expect((await folder.discover({ timeout: TIMEOUT, now: later })).asked).toEqual(["hangs"]);
    expect((await folder.discover({ timeout: TIMEOUT, refresh: true })).asked).toEqual(["hangs"]);
    folder.tool("hangs");
    expect(await folder.discover()).toMatchObject({ names: ["hangs"], asked: ["hangs"] });
  });
});

describe("a project's folder", () => {
  it("needs trust, whatever is remembered of its programs", async () => {
    const folder = new Folder();
    const project = temporary("cache-project");
    const { mkdirSync, renameSync } = await import("node:fs");
    mkdirSync(join(project, ".toolglot"));
    const tools = join(project, ".toolglot", "tools");
    folder.tool("one");
    renameSync(folder.folder, tools);
    const store = new TrustStore(folder.state);
    const trust = projectTrust({ cwd: project, home: folder.state, store });
    const options = { directories: [tools], trust };
    expect(await folder.discover(options)).toMatchObject({ names: [], asked: [] });
    await store.write({ folder: tools, trustedAt: new Date().toISOString(), files: await readTree(tools) });
    expect(await folder.discover(options)).toMatchObject({ names: ["one"], asked: ["one"] });
    expect(await folder.discover(options)).toMatchObject({ names: ["one"], asked: [] });
    await store.remove(tools);
    expect(await folder.discover(options)).toMatchObject({ names: [], asked: [] });
  });
});
