import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fileWith, mcpTool, toolglot } from "./run.ts";

const now = mcpTool("now");
const when = mcpTool("when", { day: { type: "string", format: "date" } });

const claudeNow = { name: "now", input_schema: now.inputSchema };
const claudeWhen = { name: "when", input_schema: when.inputSchema };

describe("what the input may be", () => {
  it("translates an array of tools from standard input", async () => {
    const { code, stdout, stderr } = await toolglot("convert --from mcp --to anthropic", [now, when]);
    expect(JSON.parse(stdout)).toEqual([claudeNow, claudeWhen]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("takes - for standard input", async () => {
    const { stdout } = await toolglot("convert - --from mcp --to anthropic", [now]);
    expect(JSON.parse(stdout)).toEqual([claudeNow]);
  });

  it("translates a file", async () => {
    const { stdout } = await toolglot(`convert ${fileWith(JSON.stringify([now]))} --from mcp --to anthropic`);
    expect(JSON.parse(stdout)).toEqual([claudeNow]);
  });

  it("returns one tool for one tool", async () => {
    const { stdout } = await toolglot("convert --from mcp --to anthropic", now);
    expect(JSON.parse(stdout)).toEqual(claudeNow);
  });

  it("returns an array if one entry holds several tools", async () => {
    const input = { functionDeclarations: [{ name: "a" }, { name: "b" }] };
    const { stdout } = await toolglot("convert --from gemini --to mcp", input);
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual(["a", "b"]);
  });

  it.each([
    ["the result of tools/list", { tools: [now], nextCursor: "x" }, "mcp"],
    ["the JSON-RPC answer to tools/list", { jsonrpc: "2.0", id: 1, result: { tools: [now] } }, "mcp"],
    ["an Anthropic request", { model: "m", messages: [], tools: [claudeNow] }, "anthropic"],
    [
      "a Gemini request",
      { contents: [], tools: [{ functionDeclarations: [{ name: "now", parametersJsonSchema: now.inputSchema }] }] },
      "gemini",
    ],
    [
      "a Chat request",
      { messages: [], tools: [{ type: "function", function: { name: "now", parameters: now.inputSchema } }] },
      "openai",
    ],
    ["a legacy Chat request", { messages: [], functions: [{ name: "now", parameters: now.inputSchema }] }, "openai"],
  ])("finds the tools in %s", async (_, input, from) => {
    const { stdout } = await toolglot(`convert --from ${from} --to mcp`, input);
    expect(JSON.parse(stdout)).toEqual([now]);
  });

  it("treats a namespace as one tool, although it contains tools", async () => {
    const input = {
      type: "namespace",
      name: "n",
      description: "d",
      tools: [{ type: "function", name: "f", parameters: {}, strict: false }],
    };
    const { stdout } = await toolglot("convert --from responses --to ollama", input);
    expect(JSON.parse(stdout)).toMatchObject({ function: { name: expect.stringMatching(/n.*f/) } });
  });

  it("treats a hosted tool with a model as one tool", async () => {
    const tool = { type: "image_generation", model: "m" };
    const { stdout } = await toolglot("convert --from responses --to responses", tool);
    expect(JSON.parse(stdout)).toEqual(tool);
  });

  it("ignores a byte order mark", async () => {
    const { stdout } = await toolglot("convert --from mcp --to anthropic", `\ufeff${JSON.stringify(now)}`);
    expect(JSON.parse(stdout)).toEqual(claudeNow);
  });
});

describe("what comes out", () => {
  it("keeps the digits of every number", async () => {
    const input =
      '{"name":"n","inputSchema":{"type":"object","properties":{"x":{"enum":[9007199254740993,1.10,1e400,-0]}}}}';
    const { stdout } = await toolglot("convert --from mcp --to anthropic --compact", input);
    expect(stdout).toContain('"enum":[9007199254740993,1.10,1e400,-0]');
  });

  it("keeps keys such as __proto__", async () => {
    const input =
      '{"name":"n","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}}';
    const { stdout } = await toolglot("convert --from mcp --to openai --compact", input);
    expect(stdout).toContain('"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}');
  });

  it("indents unless --compact is given", async () => {
    const [indented, compact] = await Promise.all([
      toolglot("convert --from mcp --to anthropic", now),
      toolglot("convert --from mcp --to anthropic --compact", now),
    ]);
    expect(indented.stdout).toBe(`${JSON.stringify(claudeNow, null, 2)}\n`);
    expect(compact.stdout).toBe(`${JSON.stringify(claudeNow)}\n`);
  });

  it("follows the profile", async () => {
    const { stdout } = await toolglot("convert --from mcp --to openai --profile strict", when);
    expect(JSON.parse(stdout).function).toMatchObject({
      strict: true,
      parameters: { required: ["day"], additionalProperties: false },
    });
  });

  it("follows the variant", async () => {
    const { stdout } = await toolglot("convert --from mcp --to gemini --variant parameters", [when]);
    expect(JSON.parse(stdout)[0].functionDeclarations[0]).toHaveProperty("parameters.properties.day");
  });

  it("follows the namespace", async () => {
    const { stdout } = await toolglot("convert --from mcp --to responses --namespace home", [now]);
    expect(JSON.parse(stdout)[0]).toMatchObject({ type: "namespace", name: "home" });
  });

  it("skips a tool that cannot be translated under --on-invalid skip", async () => {
    const input = [{ name: "bad", inputSchema: 5 }, now];
    const { code, stdout, stderr } = await toolglot("convert --from mcp --to anthropic --on-invalid skip", input);
    expect(JSON.parse(stdout)).toEqual([claudeNow]);
    expect(stderr).toMatch(/^bad +\/0 +bad +dropped +tool left out: .*expected a JSON Schema/m);
    expect(code).toBe(0);
  });

  it("prints the report along with the value as JSON", async () => {
    const { stdout, stderr } = await toolglot("convert --from mcp --to ollama --json", when);
    const { value, losses, changes } = JSON.parse(stdout);
    expect(value).toMatchObject({ type: "function", function: { name: "when" } });
    expect(losses).toMatchObject([
      { path: "/inputSchema/properties/day/format", feature: "format", action: "described" },
    ]);
    expect(changes).toEqual(expect.any(Array));
    expect(stderr).toBe("");
  });
});

describe("losses", () => {
  it("are a table of tool, path, feature, action and outcome", async () => {
    const { code, stderr } = await toolglot("convert --from mcp --to ollama", [now, when]);
    const [title, head, row] = stderr.split("\n");
    expect(title).toBe("1 loss in 1 tool, from mcp to ollama");
    expect(head).toMatch(/^TOOL +PATH +FEATURE +ACTION +WHAT WAS DONE$/);
    expect(row).toMatch(
      /^when +\/1\/inputSchema\/properties\/day\/format +format +described +moved to the description$/,
    );
    expect(code).toBe(0);
  });

  it("point into a request body as it was given", async () => {
    const { stderr } = await toolglot("convert --from mcp --to ollama", { result: { tools: [when] } });
    expect(stderr).toContain("/result/tools/0/inputSchema/properties/day/format");
  });

  it("name the function within a Gemini entry", async () => {
    const parametersJsonSchema = when.inputSchema;
    const input = [{ functionDeclarations: [{ name: "now" }, { name: "when", parametersJsonSchema }] }];
    const { stderr } = await toolglot("convert --from gemini --to ollama", input);
    expect(stderr).toMatch(/^when +\/0\/functionDeclarations\/1\/parametersJsonSchema\/properties\/day\/format/m);
  });

  it("go to a file as JSON", async () => {
    const report = fileWith("", "report.json");
    const { stdout, stderr } = await toolglot(`convert --from mcp --to ollama --report ${report}`, [when]);
    const { losses, changes } = JSON.parse(readFileSync(report, "utf8"));
    expect(losses).toMatchObject([{ path: "/0/inputSchema/properties/day/format", from: "mcp", to: "ollama" }]);
    expect(changes).toEqual(expect.any(Array));
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toBe(`note: 1 loss, ${changes.length} change${changes.length === 1 ? "" : "s"}: see ${report}\n`);
  });

  it("go to standard error as one line of JSON", async () => {
    const { stdout, stderr } = await toolglot("convert --from mcp --to ollama --report -", [when]);
    expect(JSON.parse(stderr)).toMatchObject({ losses: [{ feature: "format" }] });
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(JSON.parse(stdout)).toHaveLength(1);
  });

  it("exit with 3 under --fail-on-loss, after the output was printed", async () => {
    const { code, stdout, stderr } = await toolglot("convert --from mcp --to ollama --fail-on-loss", [when]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toContain("described");
  });

  it("do not fail where there are none", async () => {
    const { code } = await toolglot("convert --from mcp --to anthropic --fail-on-loss", [when]);
    expect(code).toBe(0);
  });

  it("count metadata apart, and do not fail because of it", async () => {
    const response = {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "gpt-5.6",
      system_fingerprint: "fp_1",
      service_tier: "default",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "hi" } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
    const line = "convert --what response --from openai --to claude --fail-on-loss";
    const { code, stderr } = await toolglot(line, response);
    expect(stderr).toBe("note: no loss but 1 of metadata, from openai to claude (listed with --report)\n");
    expect(code).toBe(0);
  });

  it("list content and settings, and count metadata below them", async () => {
    const request = { model: "claude", max_tokens: 99, top_k: 5, metadata: { user_id: "u" }, messages: [user] };
    const line = "convert --what request --from claude --to gemini --fail-on-loss";
    const { code, stderr } = await toolglot(line, { ...request, mcp_servers: [{ name: "docs" }] });
    expect(stderr).toMatch(/^1 loss, from claude to gemini\n/);
    expect(stderr).toMatch(/^\/mcp_servers +mcp_servers +dropped/m);
    expect(stderr).toMatch(/^note: and 1 of metadata \(listed with --report\)$/m);
    expect(code).toBe(3);
  });

  it("cannot smuggle escapes into a terminal", async () => {
    const input = [mcpTool("a\u001b]52;c;aGk=\u0007b", { "x\u202ey": { type: "string", format: "\u001b[31m" } })];
    const { stderr } = await toolglot("convert --from mcp --to ollama", input);
    expect(stderr).toContain("a\\u001b]52;c;aGk=\\u0007b");
    expect(stderr).toContain("x\\u202ey");
    for (const char of ["\u001b", "\u0007", "\u202e"]) expect(stderr).not.toContain(char);
  });
});

const user = { role: "user", content: "hi" };

describe("bad input", () => {
  it("is reported with line and column", async () => {
    const file = fileWith('[\n  {"name": "a",\n   "inputSchema": nope}\n]');
    const { code, stdout, stderr } = await toolglot(`convert ${file} --from mcp --to anthropic`);
    expect(stderr).toBe(`error: ${file}: expected a value after ':', found "n" (line 3, column 19)\n`);
    expect([code, stdout]).toEqual([1, ""]);
  });

  it("is reported with its pointer", async () => {
    const { code, stderr } = await toolglot("convert --from mcp --to anthropic", {
      tools: [now, { name: "x", inputSchema: 5 }],
    });
    expect(stderr).toMatch(
      /^error: <stdin>: mcp adapter to_canonical: expected a JSON Schema.* \(at \/tools\/1\/inputSchema\)\n$/,
    );
    expect(code).toBe(1);
  });

  it("is reported as JSON with --json", async () => {
    const { code, stderr } = await toolglot("convert --from mcp --to anthropic --json", "[");
    expect(JSON.parse(stderr).error).toMatchObject({ code: "syntax", file: "<stdin>", line: 1, column: 2 });
    expect(code).toBe(1);
  });

  it.each([
    ["nothing at all", "", /the input is empty/],
    ["white space alone", " \n", /the input is empty/],
    ["what follows the value", "[] []", /expected the end of the text, found "\[" \(line 1, column 4\)/],
    ["what is nested too deep", "[".repeat(100_000), /nested deeper than 256 levels/],
    ["what is no tool", "5", /expected an array of tools, got number/],
    ["a request without tools", '{"model":"m","messages":[]}', /^error: <stdin>: the input contains no tools\n$/],
    ["what is not UTF-8", Buffer.from([0x5b, 0x0a, 0x22, 0xff, 0x22, 0x5d]), /not UTF-8 \(line 2\)/],
  ])("is refused: %s", async (_, input, message) => {
    const { code, stderr } = await toolglot("convert --from mcp --to anthropic", input);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error: /);
    expect(code).toBe(1);
  });

  it("causes a warning for a duplicate key", async () => {
    const { code, stdout, stderr } = await toolglot(
      "convert --from mcp --to anthropic",
      '{"name":"a","name":"b","inputSchema":{"type":"object"}}',
    );
    expect(stderr).toBe("warning: <stdin>: duplicate key at /name; the last one is used\n");
    expect(JSON.parse(stdout).name).toBe("b");
    expect(code).toBe(0);
  });

  it.each([
    ["a file that is not there", "no/such/file.json", "cannot read no/such/file.json: no such file"],
    ["a directory", ".", "cannot read .: it is a directory"],
  ])("is no crash: %s", async (_, file, message) => {
    const { code, stderr } = await toolglot(`convert ${file} --from mcp --to anthropic`);
    expect(stderr).toBe(`error: ${message}\n`);
    expect(code).toBe(1);
  });

  it("is a report that cannot be written", async () => {
    const { code, stderr } = await toolglot("convert --from mcp --to anthropic --report no/such/folder/report.json", [
      now,
    ]);
    expect(stderr).toMatch(/^error: cannot write the report .*: its folder does not exist/);
    expect(code).toBe(1);
  });
});
