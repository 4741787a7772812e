import { describe, expect, it } from "vitest";
import { commands } from "../src/commands/index.ts";
import { widthOf } from "../src/output/wrap.ts";
import { inProcess } from "./in-process.ts";
import { toolglot } from "./run.ts";

describe("help", () => {
  it("names every command", async () => {
    const { code, stdout } = await toolglot("--help");
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, "m"));
    expect(stdout).toContain("Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 lossy");
    expect(code).toBe(0);
  });

  it.each(commands.map((command) => [command.name, command] as const))("describes %s", async (name, command) => {
    const [flag, word] = await Promise.all([toolglot(`${name} --help`), toolglot(`help ${name}`)]);
    expect(flag.stdout).toBe(word.stdout);
    expect(flag.stdout).toMatch(new RegExp(`^Usage: toolglot ${name}`));
    for (const option of Object.keys(command.options)) expect(flag.stdout).toContain(`--${option}`);
    expect([flag.code, word.code]).toEqual([0, 0]);
  });

  it("breaks no usage line between an option and its value", async () => {
    for (const { name } of commands) {
      const { stdout } = await inProcess(["help", name], { env: { COLUMNS: "80" } });
      const [usage = ""] = stdout.split("\n\n");
      for (const line of usage.split("\n")) expect(line.split("[").length, line).toBe(line.split("]").length);
    }
  });

  it.each([80, 60])("fits a terminal of %i columns, except for commands to copy", async (width) => {
    for (const { name, examples } of [...commands, { name: "", examples: [] as readonly string[] }]) {
      const { stdout } = await inProcess(["help", ...(name === "" ? [] : [name])], { env: { COLUMNS: String(width) } });
      const lines = stdout.split("\n").filter((line) => width >= 80 || !examples.includes(line.trim()));
      for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(width);
    }
  });

  it("is printed without a command, unless there is JSON on standard input", async () => {
    const [bare, help, tool] = [
      await toolglot(""),
      await toolglot("--help"),
      await toolglot("", { command: "dialects" }),
    ];
    expect([bare.code, bare.stdout, bare.stderr]).toEqual([0, help.stdout, ""]);
    expect(JSON.parse(tool.stdout)).toHaveProperty("dialects");
  });

  it("explains that names are unique only within a line of --jsonl", async () => {
    const { stdout } = await toolglot("convert --help");
    expect(stdout).toContain("names are unique within a line only");
  });

  it.each(commands)("has an example of $name", ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example).toContain(`toolglot ${name}`);
  });

  // The others print nothing, a protocol, a script or a terminal of somebody else.
  it.each(commands.filter(({ name }) => !["run", "mcp", "completion"].includes(name)))(
    "has --json for $name",
    ({ options }) => expect(options).toHaveProperty("json"),
  );

  it("prints the version", async () => {
    const { code, stdout } = await toolglot("--version");
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });
});

describe("wrong usage", () => {
  it.each([
    ["convrt", 'unknown command "convrt"; did you mean convert?'],
    ["help convrt", 'unknown command "convrt"; did you mean convert?'],
    ["--hepl", 'unknown option "--hepl"; did you mean --help?'],
    ["convert --to antropic", 'unknown dialect "antropic"; did you mean anthropic?'],
    ["convert --to klingon", 'unknown dialect "klingon"; known: openai-chat,'],
    ["convert --from gemni --to mcp", 'unknown dialect "gemni"; did you mean gemini?'],
    ["convert --from mcp --to openai --profile strickt", 'unknown profile "strickt"; did you mean strict?'],
    [
      "convert --from mcp --to gemini --variant parameter",
      'unknown variant of gemini "parameter"; did you mean parameters?',
    ],
    ["convert --from mcp --to openai --variant parameters", "openai-chat has no variants"],
    [
      "convert --from mcp --to openai --on-invalid ignore",
      'unknown value of --on-invalid "ignore"; known: throw, skip',
    ],
    ["convert --from mcp", "--to is missing: --to DIALECT, one of openai-chat,"],
    ["convert --from --to mcp", "--from needs a value: --from DIALECT"],
    ["convert --from mcp --to", "--to needs a value: --to DIALECT"],
    ["convert --from mcp --to mcp --jsonl=yes", "--jsonl takes no value"],
    ["convert --from mcp --too mcp", 'unknown option "--too"; did you mean --to?'],
    ["convert a.json b.json --from mcp --to mcp", 'unexpected argument: "b.json"'],
    ["dialects all", 'unexpected argument: "all"'],
    ["convert --from mcp --to mcp --what tols", 'unknown value of --what "tols"; did you mean tools?'],
    ["convert --from mcp --to openai --what stream", "mcp has no streams; dialects that do: openai-chat,"],
    [
      "convert --from openai --to executable --what request",
      "executable has no requests; dialects that do: openai-chat,",
    ],
    ["convert --to openai --what stream", "--from is required: the dialect of this stream cannot be detected"],
    ["convert --from openai --to claude --what calls --model m", "--model is for --what request, not for calls"],
    ["convert --from mcp --to claude --model m", "--model is for --what request, not for tools"],
    [
      "convert --from openai --to claude --what response --profile strict",
      "--profile is for --what tools, request, not for response",
    ],
    [
      "convert --from openai --to claude --what stream --jsonl",
      "--jsonl is for --what tools, choice, calls, results, request, response, not for stream",
    ],
    ["convert --from openai --to claude --what request --modle m", 'unknown option "--modle"; did you mean --model?'],
    ["convert --from openai --to claude --what respons", 'unknown value of --what "respons"; did you mean response?'],
  ])("is reported: toolglot %s", async (line, message) => {
    const { code, stdout, stderr } = await toolglot(line);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toMatch(/^try: .* --help\n$/m);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("is reported where standard input holds something else than arguments", async () => {
    const { code, stderr } = await toolglot("", "nonsense");
    expect(stderr).toContain("error: no command given, and standard input is not a JSON object with arguments");
    expect(code).toBe(2);
  });

  it.each(commands.flatMap(({ name, options }) => Object.keys(options).map((option) => [name, option] as const)))(
    "suggests the option of %s that is meant by a misspelled --%s",
    async (name, option) => {
      const { code, stderr } = await toolglot(`${name} --${option}x`);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: unknown option "--.*"; did you mean --/)]);
    },
  );
});
