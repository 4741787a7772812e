import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "@toolglot/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDrawn } from "../../../test/support/extent.ts";
import { ask, configFile, emptyFolder, folderOf, SAY, serversFile, startAsking } from "./ask-tools.ts";
import { inProcess } from "./in-process.ts";
import { ended } from "./run.ts";
import { until } from "./serving.ts";

const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"] as const;

/** The simulated model that calls tools. */
const TOOLS = ["--model", "sim/tools"];

const folder = folderOf(SAY);

describe("toolglot ask with -o and -q", () => {
  it("writes the answer to the file, and nothing else", async () => {
    const home = emptyFolder();
    const file = join(home, "answer.txt");
    const args = ["ask", "Say it.", ...TOOLS, "--dir", folder];
    const surroundings = { cwd: home, env: { PATH: process.env.PATH, HOME: home } };
    const printed = await inProcess(args, surroundings);
    const { code, stdout, stderr } = await inProcess([...args, "-q", "-o", file], surroundings);
    expect(printed.stderr).not.toBe("");
    // That a simulator answers is said in any case.
    expect([code, stdout, stderr.replace(/^SIMULATED: .*\n/, "")]).toEqual([0, "", ""]);
    expect(readFileSync(file, "utf8")).toBe(printed.stdout);
  });
});

describe("toolglot ask", () => {
  const config = configFile(DIALECTS);
  const servers = serversFile(folderOf({ ...SAY, name: "far_away" }));

  it.each(DIALECTS.filter((_, column) => isDrawn(3, 0, column)))(
    "lets a model of %s call executables and MCP tools in one turn, and prints its response",
    async (dialect) => {
      const prompt = "Call say_it and far_away in parallel.";
      const args = [prompt, "--config", config, "--model", `${dialect}/tools`, "--dir", folder, "--mcp", servers];
      const { code, stdout, stderr } = await ask(args);
      expect([code, stderr]).toEqual([0, expect.stringContaining('→ say_it {"words":"words"}')]);
      // Gemini's results are objects, in which the text stands as a text.
      const output = stdout.replaceAll("\\", "");
      expect(output).toMatch(/say_it answered: .*\{"tool_success":true,"result":\{"words":"words"\}\}/);
      expect(output).toMatch(/far_away answered: .*"words"/);
      expect(stderr).toMatch(/← far_away \d+ ms/);
    },
  );

  it("uses the simulated provider if no other is configured", async () => {
    const { code, stdout, stderr } = await ask(["Good day"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Hello from the simulated provider!.*"Good day"\n$/)]);
    expect(stderr).toMatch(/^SIMULATED: no provider is configured, .*set OPENAI_API_KEY/);
  });

  it("says that a simulated model is one, and calls no tools unless it is sim/tools", async () => {
    const real = configFile(["ollama"], "http://127.0.0.1:9");
    const args = ["Call say_it.", "--config", real, "--dir", folder, "--quiet", "--model"];
    const talk = await ask([...args, "sim/default"]);
    expect(talk.stdout).toMatch(/^Hello from the simulated provider!.* was offered one tool/);
    expect(talk.stderr).toBe(
      "SIMULATED: sim/default is the built-in simulator and not a model. Its answers are made up.\n",
    );
    expect((await ask([...args, "sim/tools"])).stdout).toContain("say_it answered: ");
  });

  it("reads the prompt from standard input", async () => {
    const { stdout } = await ask(["-"], emptyFolder(), "What is this?\nTell me.");
    expect(stdout).toContain("What is this?\\nTell me.");
  });

  it("prints every event as JSON", async () => {
    const { code, stdout } = await ask(["Call say_it.", ...TOOLS, "--dir", folder, "--json"]);
    const events = linesOf(stdout);
    const input = { words: "words" };
    expect(code).toBe(0);
    expect(events[0]).toEqual({ type: "start", model: "sim/tools", tools: ["say_it"] });
    expect(events.find(({ type }) => type === "call-end")).toMatchObject({
      call: { name: "say_it", input },
      outcome: { success: true, result: input, exitCode: 0 },
    });
    expect(events.at(-1)).toMatchObject({ type: "end", reason: "answered", turns: 2 });
  });

  it("refuses tools with side effects without a terminal, and reports it to the model", async () => {
    const writing = folderOf({ ...SAY, readOnly: false });
    const { code, stdout, stderr } = await ask(["Call say_it.", ...TOOLS, "--dir", writing]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"error_code":"DENIED"')]);
    expect(stderr).toContain("DENIED: this tool is not marked as read-only");
    const allowed = await ask(["Call say_it.", ...TOOLS, "--dir", writing, "--yes"]);
    expect(allowed.stdout).toContain('"tool_success":true');
  });

  it("offers the model only the tools of --only", async () => {
    const both = folderOf(SAY, { ...SAY, name: "shout" });
    const { stdout } = await ask(["Hello", "--dir", both, "--only", "shout", "--json"]);
    expect(linesOf(stdout)[0]).toMatchObject({ tools: ["shout"] });
    const unknown = await ask(["Hello", "--dir", both, "--only", "shuot"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("did you mean shout?")]);
  });

  it("ends with a response when the turn limit is reached", async () => {
    const { code, stdout, stderr } = await ask(["Call say_it.", ...TOOLS, "--dir", folder, "--max-turns", "1"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Hello from the simulated provider!")]);
    expect(stderr).toContain("the turn limit is reached");
    expect(stderr).not.toContain("→");
  });

  it.each([
    [[], "a prompt is missing"],
    [["Hello", "--max-turns", "0"], "--max-turns needs a number"],
    [["Hello", "--model", "nobody/x", "--config", "CONFIG"], 'no route leads to the model "nobody/x"'],
    [["Hello", "--model", "openai/gpt-5.6", "--config", "CONFIG"], "set OPENAI_API_KEY"],
    [["Hello", "--model", "openai/gpt-5.6"], "set OPENAI_API_KEY"],
    [["Hello", "--config", "CONFIG"], "--model is missing"],
    [["Hello", "--mcp", "nowhere.json"], "nowhere.json"],
    [["Hello", "--resume", "nowhere.json"], "nowhere.json"],
    [["Hello", "--save", "nowhere/talk.json"], "cannot save the conversation"],
  ])("refuses %j", async (args, reason) => {
    const real = configFile(["ollama"], "http://127.0.0.1:9");
    const { code, stderr } = await ask(args.map((word) => (word === "CONFIG" ? real : word)));
    expect([code === 1 || code === 2, stderr]).toEqual([true, expect.stringContaining(reason)]);
  });
});

describe("a response without content", () => {
  it.each([
    ["sim/fault-reset@3", "the provider closed the connection"],
    ["sim/fault-eof@3", "before its answer was complete"],
    ["sim/fault-status-401", ""],
    ["sim/fault-inband", ""],
  ])("of %s is an error, and the prompt is saved", async (model, reason) => {
    const home = emptyFolder();
    const { code, stderr } = await ask(["Hello", "--model", model, "--save", "talk.json"], home);
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`error: ${model}: .*${reason}`))]);
    expect(saved(home).messages).toEqual([{ role: "user", content: [{ type: "text", text: "Hello" }] }]);
    const again = await ask(["--resume", "talk.json", "--model", "sim/default"], home);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('heard: "Hello"')]);
  });
});

describe("a conversation over the network", () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let config: string;

  beforeAll(async () => {
    simulator = await startSimulator();
    config = configFile(DIALECTS, simulator.url);
  });
  afterAll(() => simulator.close());

  const failing = DIALECTS.filter((_, column) => isDrawn(3, 1, column));

  it.each(failing)("reports every tool failure to a model of %s, and keeps all digits", async (dialect) => {
    const exact = folderOf({ name: "add_up", properties: { n: { type: "number" } }, script: "cat" });
    const calls = [
      { name: "add_up", arguments: '{"n":12345678901234567890.10}' },
      { name: "add_up", arguments: { n: "many" } },
      { name: "subtract", arguments: {} },
    ];
    simulator.simulator.expect({ responses: [{ tool_calls: calls }, { content: "Done." }], reset: true });
    const { code, stdout } = await ask(["Add.", "--config", config, "--model", `${dialect}/tools`, "--dir", exact]);
    expect([code, stdout]).toEqual([0, "Done.\n"]);
    const body = simulator.requests.at(-1)?.body ?? "";
    for (const word of ["12345678901234567890.10", "INVALID_ARGUMENTS", "NOT_FOUND"]) expect(body).toContain(word);
  });

  it.each(["openai-responses", "anthropic", "gemini"])(
    "sends %s its reasoning back with its signatures, also from a saved conversation",
    async (dialect) => {
      const home = emptyFolder();
      const reasoningPart = {
        reasoning: "It should be said.",
        tool_calls: [{ name: "say_it", arguments: { words: "x" } }],
      };
      simulator.simulator.expect({
        responses: [reasoningPart, { content: "Said." }, { content: "Indeed." }],
        reset: true,
      });
      const args = ["--config", config, "--dir", folder, "--save", "talk.json"];
      const first = await ask(["Say it.", "--model", `${dialect}/tools`, ...args], home);
      expect([first.code, first.stdout, first.stderr]).toEqual([0, "Said.\n", expect.any(String)]);
      const second = await ask(["Really?", "--resume", "talk.json", ...args], home);
      expect([second.code, second.stdout, second.stderr]).toEqual([0, "Indeed.\n", ""]);
      const [one, two] = simulator.requests.slice(-2).map(({ body }) => SIGNATURE.exec(body)?.[0]);
      expect(one).toBeDefined();
      expect(two).toBe(one);
    },
  );

  it("retries a request that failed before its response began", async () => {
    const config = configFile(["openai-chat"], simulator.url);
    simulator.simulator.expect({ responses: [{ error: { status: 503 } }, { content: "At last." }], reset: true });
    const { code, stdout } = await ask(["Hello", "--config", config, "--model", "openai-chat/x"]);
    expect([code, stdout]).toEqual([0, "At last.\n"]);
  });

  it("rejects a response that was truncated by the token limit", async () => {
    simulator.simulator.expect({ responses: [{ content: "Once upon a", finish: "length" }], reset: true });
    const { code, stdout, stderr } = await ask(["Hello", "--config", config, "--model", "gemini/x"]);
    expect([code, stdout, stderr]).toEqual([1, "Once upon a\n", expect.stringContaining("cut short")]);
  });

  it("aborts the provider's request at once when it is interrupted", async () => {
    simulator.simulator.expect({ responses: [], reset: true });
    const child = startAsking(["Hello", "--config", config, "--model", "anthropic/fault-stall@4"]);
    const outcome = ended(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill("SIGINT");
    expect((await outcome).code).toBe(130);
    expect(await simulator.requests.at(-1)?.ended).toBe("gone");
  });
});

describe("an interruption", () => {
  it("kills a tool that hangs with its children, and saves a conversation that can be resumed", async () => {
    const script = "trap '' TERM\nsleep 300 & echo $! >pid\nsleep 300";
    const [home, hanging] = [emptyFolder(), folderOf({ name: "hang", script })];
    const child = startAsking(["Call hang.", ...TOOLS, "--dir", hanging, "--save", "talk.json"], home);
    const outcome = ended(child);
    const pid = await until(() => pidIn(join(home, "pid")), child);
    child.kill("SIGINT");
    expect((await outcome).code).toBe(130);
    expect(isRunning(pid)).toBe(false);
    expect(saved(home).messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", content: expect.stringContaining("CANCELLED"), is_error: true },
    ]);
    const again = await ask(["Never mind.", "--resume", "talk.json"], home);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("CANCELLED")]);
  });

  it("ends a stream that stalls", async () => {
    const home = emptyFolder();
    const child = startAsking(["Hello", "--model", "sim/fault-stall@2", "--save", "talk.json"], home);
    const outcome = ended(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill("SIGINT");
    expect((await outcome).code).toBe(130);
    expect(saved(home).messages).toHaveLength(1);
    expect(statSync(join(home, "talk.json")).mode & 0o077).toBe(0);
  });
});

/** A signature of the simulated provider: `sim:` in Base64. */
const SIGNATURE = /c2ltO[\w+/]+=*/;

interface Saved {
  readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
}

function saved(home: string): Saved {
  return JSON.parse(readFileSync(join(home, "talk.json"), "utf8")) as Saved;
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

// A process that has ended stays until its parent waits for it.
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function pidIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}
