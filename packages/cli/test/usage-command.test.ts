import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig, type Served, serve } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { freePort, hasRedis, RedisServer } from "../../gateway/test/state/redis-server.ts";
import { widthOf } from "../src/output/wrap.ts";
import { inProcess } from "./in-process.ts";
import { HELLO, post } from "./serving.ts";

const TODAY = () => new Date().toISOString().slice(0, 10);

/** A folder with a config. Nothing listens on its port. */
function project(more: string): string {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-usage-"));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "toolglot.yaml"), `server: { port: 1 }\n${more}`, { mode: 0o600 });
  return folder;
}

async function started(folder: string): Promise<Served> {
  const config = await loadConfig(join(folder, "toolglot.yaml"), { env: {} });
  const served = await serve({ config, port: 0 });
  afterTest(() => served.close());
  return served;
}

function usage(cwd: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return inProcess(["usage", ...argv], { cwd, env: { PATH: process.env.PATH, ...env } });
}

async function ask({ url }: Served, times: number, model = "sim/default", headers: Record<string, string> = {}) {
  for (let count = 0; count < times; count++)
    await (await post(`${url}/v1/messages`, { ...HELLO, model }, headers)).text();
}

describe("toolglot usage", () => {
  it("shows what a running gateway has counted", async () => {
    const folder = project("");
    const gateway = await started(folder);
    await ask(gateway, 3);
    await ask(gateway, 1, "sim/tools");
    const { code, stdout, stderr } = await usage(folder, ["--url", gateway.url, "--by", "model"], { COLUMNS: "80" });
    expect(code).toBe(0);
    const [head, first, second, total] = stdout.split("\n");
    expect(head).toMatch(/^MODEL +REQUESTS +IN +OUT +COST +BY TOKENS$/);
    expect(first).toMatch(/^default +3 +\d+ +\d+ +\? +█+$/);
    expect(second).toMatch(/^tools +1 +\d+ +\d+ +\? +█+[▏▎▍▌▋▊▉]?$/);
    expect(total).toMatch(/^total +4 +\d+ +\d+ +\?$/);
    expect(stderr).toContain("the cost of 4 requests is not known");
    for (const line of stdout.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });

  it("prints the report as JSON and as CSV", async () => {
    const folder = project("");
    const gateway = await started(folder);
    await ask(gateway, 2);
    const options = ["--url", gateway.url, "--by", "day,provider,model", "--days", "1"];
    const json = await usage(folder, [...options, "--json"]);
    const report = JSON.parse(json.stdout);
    expect(report).toMatchObject({ object: "usage", from: TODAY(), to: TODAY(), total: { requests: 2 } });
    const { input, output } = report.total.tokens;
    const csv = await usage(folder, [...options, "--csv"]);
    expect(csv.stdout).toBe(
      `day,provider,model,requests,errors,losses,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,reasoning_tokens,cost_usd,unpriced,estimated\n${TODAY()},sim,default,2,0,0,${input},0,0,${output},0,0,2,0\n`,
    );
  });

  it("needs no key of a provider", async () => {
    const folder = project(`providers: { far: { preset: openai, apiKey: '\${NO_SUCH_KEY}' } }\n`);
    const { code, stderr } = await usage(folder, []);
    expect(code).toBe(1);
    expect(stderr).toContain("no gateway runs at http://127.0.0.1:1");
    expect(stderr).not.toContain("NO_SUCH_KEY");
  });

  it("reads the file of the config if no gateway runs", async () => {
    const folder = project("store: { file: responses.log }\n");
    const gateway = await started(folder);
    await ask(gateway, 2);
    await gateway.close();
    const { code, stdout, stderr } = await usage(folder, []);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^DAY +REQUESTS.*\n${TODAY()} +2 `));
    expect(stderr).toContain("no gateway runs at http://127.0.0.1:1: read from");
    expect(stderr).not.toContain("damaged");
    appendFileSync(join(folder, "responses.log.usage"), '{"crc":"');
    const torn = await usage(folder, []);
    expect([torn.code, torn.stdout]).toEqual([0, stdout]);
    expect(torn.stderr).toMatch(/1 damaged line of .*responses\.log\.usage skipped/);
  });

  it.skipIf(!hasRedis)("reads the Redis of the config if no gateway runs", async () => {
    const folder = project(`state: { redis: "${(await RedisServer.start()).url}" }\n`);
    const gateway = await started(folder);
    await ask(gateway, 2);
    const isWritten = () => gateway.gateway.usage.read({ from: TODAY(), to: TODAY() }).catch(() => []);
    await expect.poll(isWritten, { timeout: 20_000 }).toHaveLength(1);
    await gateway.close();
    const { stdout, stderr } = await usage(folder, ["--by", "model", "--json"]);
    expect(stderr).toContain("read from Redis");
    expect(JSON.parse(stdout)).toMatchObject({ rows: [{ model: "default", requests: 2 }] });
  });

  it("says so if there is none, and where it would be", async () => {
    const empty = await usage(project("store: { file: responses.log }\n"), ["--days", "1"]);
    expect([empty.code, empty.stdout]).toEqual([0, ""]);
    expect(empty.stderr).toContain(`no usage on ${TODAY()}`);
    const inMemory = await usage(project(""), []);
    expect(inMemory.code).toBe(1);
    expect(inMemory.stderr).toContain("usage is in its memory only; say where it runs with --url or --port");
  });

  it("says that a gateway's certificate is not accepted, and that it does not speak HTTP", async () => {
    const certificates = fileURLToPath(new URL("../../gateway/test/faults/upstream/certificates", import.meta.url));
    const tls = JSON.stringify({ cert: join(certificates, "first.pem"), key: join(certificates, "first.key.pem") });
    const folder = project("");
    writeFileSync(join(folder, "toolglot.yaml"), `server: { port: ${await freePort()}, tls: ${tls} }\n`, {
      mode: 0o600,
    });
    const served = await serve({ config: await loadConfig(join(folder, "toolglot.yaml"), { env: {} }) });
    afterTest(() => served.close());
    const { port } = new URL(served.url);
    expect((await usage(folder, [])).stderr).toMatch(
      /^error: the certificate of https:\S+ is not accepted \(\w+\); use /,
    );
    const { stderr } = await usage(folder, ["--port", port]);
    expect(stderr).toContain(`error: http://127.0.0.1:${port} does not speak HTTP; if it is`);
  });

  it("shows a key its own usage, and wants one where the gateway has keys", async () => {
    const keys = "[{ name: alice, key: alice-has-a-key }, { name: root, key: root-has-a-key, admin: true }]";
    const folder = project(`keys: ${keys}\n`);
    const gateway = await started(folder);
    await ask(gateway, 1, "sim/default", { "x-api-key": "alice-has-a-key" });
    await ask(gateway, 1, "sim/default", { "x-api-key": "root-has-a-key" });
    const shown = async (key: string) => usage(folder, ["--url", gateway.url, "--by", "key"], { TOOLGLOT_KEY: key });
    expect((await shown("alice-has-a-key")).stdout).toMatch(/^KEY .*\nalice +1 [^\n]*\n$/);
    expect((await shown("alice-has-a-key")).stderr).toContain("usage of the key alice");
    expect((await shown("root-has-a-key")).stdout).toMatch(/^alice +1 .*^root +1 .*^total +2 /ms);
    const refused = await shown("");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("set TOOLGLOT_KEY to one of its keys")]);
  });

  it.each([
    [["--by", "cost"], "--by must list some of day, key, model, provider"],
    [["--from", "yesterday"], "--from must be a day as in 2026-11-16"],
    [["--to", "soon"], "--to must be a day"],
    [["--days", "0"], "--days must be a number from 1 to 3660"],
    [["--days", "2", "--from", "2026-11-01"], "--days and --from cannot be used together"],
    [["--json", "--csv"], "--json and --csv cannot be used together"],
    [["--url", "x", "--by", "day"], "--url needs an address"],
  ])("refuses %j", async (argv, reason) => {
    const { code, stderr } = await usage(project(""), argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});
