import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { fileWith } from "./run.ts";
import { type Serving, serving, until } from "./serving.ts";
import { say } from "./workers.ts";

/** What the program that prints a provider's token has: its open files, and its variables. */
interface Inherited {
  readonly files: string;
  readonly variables: readonly string[];
}

const LIST = "ls -l /proc/$$/fd";
const ENVIRONMENT = { HOME: "/nowhere", ONE_OF_THE_USER: "1" };

it.skipIf(process.platform !== "linux")(
  "a worker's programs inherit no more than those of a single process: no channel, no socket, no variable",
  { timeout: 240_000 },
  async () => {
    const alone = await inherited([]);
    const ofWorker = await inherited(["--workers", "2"]);
    expect(ofWorker.variables).toEqual(alone.variables);
    expect(ofWorker.variables).toContain("ONE_OF_THE_USER");
    expect(ofWorker.variables.filter((name) => /^(NODE_|TOOLGLOT_)/.test(name))).toEqual([]);
    // Whatever this test itself has inherited goes on to all programs.
    const usual = openFiles(await listed());
    expect(openFiles(alone.files)).toEqual(usual);
    expect(openFiles(ofWorker.files)).toEqual(usual);
  },
);

/** The files besides input, output and errors. */
function openFiles(list: string): string[] {
  const files = [...list.matchAll(/ (\d+) -> (\S+)/g)].filter(([, number]) => Number(number) > 2);
  return files.map(([, number, target]) => `${number} ${target?.replace(/\d+/g, "")}`).toSorted();
}

/** What a program has that this test starts in the same way. */
async function listed(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "toolglot-inherited-")), "files");
  afterTest(() => rmSync(dirname(file), { recursive: true }));
  await promisify(execFile)(`${LIST} > ${file}; echo`, [], { shell: true });
  return readFileSync(file, "utf8");
}

async function inherited(args: readonly string[]): Promise<Inherited> {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-inherited-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  const [files, variables, done] = ["files", "variables", "done"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const command = `${LIST} > ${files}; env > ${variables}; echo > ${done}; echo a-token`;
  const provider = { dialect: "anthropic", baseUrl: "http://127.0.0.1:9", auth: { command } };
  const config = { providers: { one: provider }, routes: [{ match: "*", to: "one" }] };
  const gateway = await started(["--config", fileWith(JSON.stringify(config), "toolglot.json"), ...args]);
  // The provider cannot be reached, and does not matter.
  await say(gateway, { model: "claude" });
  await until(() => (existsSync(done) ? true : undefined), gateway.child);
  const lines = readFileSync(variables, "utf8").trim().split("\n");
  return { files: readFileSync(files, "utf8"), variables: lines.map((line) => line.split("=")[0] ?? "").toSorted() };
}

async function started(args: readonly string[]): Promise<Serving> {
  const gateway = await serving(args, ENVIRONMENT);
  afterTest(async () => {
    gateway.child.kill("SIGKILL");
    await gateway.outcome;
  });
  return gateway;
}
