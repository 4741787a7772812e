import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followConfig, loadConfig, serve } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { freePort, hasRedis, RedisServer } from "../../gateway/test/state/redis-server.ts";
import { inProcess } from "./in-process.ts";

const CONFIG = "providers: { local: { dialect: openai-chat, baseUrl: 'sim:' } }\n";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-keys-"));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a config. */
function project(config: string = CONFIG): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "toolglot.yaml"), config, { mode: 0o600 });
  return folder;
}

const keys = (cwd: string, ...argv: string[]) => inProcess(["keys", ...argv], { cwd });
const fileIn = (folder: string) => join(folder, "toolglot.keys.json");

describe("toolglot keys", () => {
  it("adds a key: prints it once, and keeps its hash for its owner alone", async () => {
    const folder = project();
    const { code, stdout, stderr } = await keys(
      folder,
      "add",
      "alice",
      "--models",
      "claude-*,gpt-*",
      "--rpm",
      "60",
      "--budget",
      "20/month",
      "--expires",
      "2030-01-01",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tg-[\w-]{43}\n$/);
    expect(stderr).toContain("shown only now");
    const text = readFileSync(fileIn(folder), "utf8");
    expect(text).not.toContain(stdout.trim());
    expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
    const { keys: read } = await loadConfig(join(folder, "toolglot.yaml"), { env: {} });
    expect(read).toMatchObject([
      { name: "alice", models: ["claude-*", "gpt-*"], limits: { rpm: 60, budget: { amount: 20, per: "month" } } },
    ]);
  });

  it("needs no key of a provider, but what its own store needs", async () => {
    const provider = `{ dialect: openai-chat, baseUrl: 'https://example.com/v1', apiKey: '\${NO_SUCH_KEY}' }`;
    const config = `providers: { far: ${provider} }\nroutes: [{ match: '*', to: far/m }]\n`;
    expect(await keys(project(config), "add", "alice")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^tg-/),
    });
    const shared = await keys(project(`${config}state: { redis: '\${NO_SUCH_REDIS}' }\n`), "list");
    expect(shared).toMatchObject({ code: 1, stderr: expect.stringContaining("NO_SUCH_REDIS") });
    expect(shared.stderr).not.toContain("NO_SUCH_KEY");
  });

  it("lists and shows keys, without their hashes", async () => {
    const folder = project(`${CONFIG}keys: [{ name: build, key: '\${HOME}' }]\n`);
    await keys(folder, "add", "alice", "--tpm", "5000", "--admin");
    const listed = await keys(folder, "list");
    expect(listed.stdout).toMatch(/alice +all +5000 tpm, admin/);
    expect(listed.stdout).toContain("build");
    const { keys: all } = JSON.parse((await keys(folder, "list", "--json")).stdout);
    expect(all).toMatchObject([
      { name: "alice", source: "file" },
      { name: "build", source: "config" },
    ]);
    expect(JSON.stringify(all)).not.toContain("sha256");
    expect(JSON.parse((await keys(folder, "show", "alice", "--json")).stdout)).toMatchObject({
      name: "alice",
      tpm: 5000,
    });
  });

  it("rotates a key, which keeps its limits", async () => {
    const folder = project();
    const first = await keys(folder, "add", "alice", "--rpm", "5");
    const second = await keys(folder, "rotate", "alice");
    expect(second.stdout).toMatch(/^tg-/);
    expect(second.stdout).not.toBe(first.stdout);
    expect((await loadConfig(join(folder, "toolglot.yaml"), { env: {} })).keys).toMatchObject([{ limits: { rpm: 5 } }]);
  });

  it("rotates a key that has expired only with a later date", async () => {
    const folder = project();
    await keys(folder, "add", "alice", "--expires", "2099-01-01");
    writeFileSync(fileIn(folder), readFileSync(fileIn(folder), "utf8").replace("2099-01-01", "2020-02-03"));
    expect(await keys(folder, "rotate", "alice")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("toolglot keys rotate alice --expires DATE gives it a later date"),
    });
    const later = await keys(folder, "rotate", "alice", "--expires", "2099-02-03", "--json");
    expect(JSON.parse(later.stdout)).toMatchObject({ name: "alice", expires: "2099-02-03" });
  });

  it.skipIf(!hasRedis)("keeps keys in Redis, if the config says so", async () => {
    const { url } = await RedisServer.start();
    const folder = project(
      `${CONFIG}state: { redis: '${url}', keys: true }\nkeys: [{ name: build, key: '\${HOME}' }]\n`,
    );
    const added = await keys(folder, "add", "alice", "--rpm", "5");
    expect(added.stderr).toContain("alice was added to the shared state");
    expect(existsSync(fileIn(folder))).toBe(false);
    expect(await keys(folder, "add", "alice")).toMatchObject({ code: 1, stderr: expect.stringContaining("already") });
    const { keys: all } = JSON.parse((await keys(folder, "list", "--json")).stdout);
    expect(all).toMatchObject([
      { name: "alice", rpm: 5, source: "state" },
      { name: "build", source: "config" },
    ]);
    const rotated = await keys(folder, "rotate", "alice");
    expect(rotated.stdout).not.toBe(added.stdout);
    expect(await keys(folder, "revoke", "build")).toMatchObject({ stderr: expect.stringContaining("change it there") });
    expect((await keys(folder, "revoke", "alice")).code).toBe(0);
    expect((await keys(folder, "list")).stdout).not.toContain("alice");
  });

  it("says why the shared state cannot be used", async () => {
    const folder = project(`${CONFIG}state: { redis: 'redis://127.0.0.1:${await freePort()}', keys: true }\n`);
    const { code, stderr } = await keys(folder, "add", "alice");
    expect(code).toBe(1);
    expect(stderr).toContain("the shared state cannot be reached (ECONNREFUSED)");
  });

  it.each([
    [["add"], "no name given"],
    [["sell", "alice"], 'unknown subcommand of keys "sell"; known: add, list, show, rotate, revoke'],
    [["rotat", "alice"], "did you mean rotate?"],
    [["add", "a/b"], "is not a name for a key"],
    [["add", "bob", "--rpm", "0"], "--rpm must be a whole number above 0"],
    [["add", "bob", "--budget", "20"], "as in 20/month"],
    [["add", "bob", "--expires", "soon"], "is not a date"],
    [["add", "bob", "--expires", "2020-02-03"], '"2020-02-03" is in the past: it means 2020-02-03T00:00:00Z'],
    [["add", "bob", "--expires", "2020-02-03T01:00:00+02:00"], "it means 2020-02-02T23:00:00Z"],
    [["rotate", "build", "--expires", "2020-02-03"], "change it there"],
    [["rotate", "build", "--rpm", "5"], "--rpm is for keys add, not for keys rotate"],
    [["list", "--admin"], "--admin is for keys add, not for keys list"],
    [["revoke", "build", "--expires", "2099-02-03"], "--expires is for keys add and rotate, not for keys revoke"],
    [["revoke", "nobody"], "there is no key named"],
    [["revoke", "build"], "change it there"],
  ])("explains what is wrong with %j", async (argv, text) => {
    const folder = project(`${CONFIG}keys: [{ name: build, key: '\${HOME}' }]\n`);
    const { code, stdout, stderr } = await keys(folder, ...argv);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(text);
  });

  it("needs a config", async () => {
    const { code, stderr } = await keys(temporaryFolder(), "add", "alice");
    expect(code).toBe(1);
    expect(stderr).toContain("write toolglot.yaml first");
  });

  it("changes what a gateway that runs accepts", async () => {
    const folder = project();
    const first = (await keys(folder, "add", "alice")).stdout.trim();
    const path = join(folder, "toolglot.yaml");
    const { gateway, url, close } = await serve({ config: await loadConfig(path, { env: {} }), port: 0 });
    const watch = followConfig(path, gateway, { env: {} });
    afterTest(() => {
      watch.close();
      return close();
    });
    const statusOf = async (key: string) =>
      (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status;
    const turnsInto = async (key: string, status: number) => {
      while ((await statusOf(key)) !== status) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    expect(await statusOf(first)).toBe(200);
    const second = (await keys(folder, "add", "bob")).stdout.trim();
    await turnsInto(second, 200);
    await keys(folder, "revoke", "alice");
    await turnsInto(first, 401);
    expect(await statusOf(second)).toBe(200);
  });
});
