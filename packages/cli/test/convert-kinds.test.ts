import { describe, expect, it } from "vitest";
import { claudeResponse } from "./conversation-values.ts";
import { mcpTool, toolglot } from "./run.ts";

const hi = { role: "user", content: "hi" };
const claudeTool = { name: "now", input_schema: { type: "object", properties: {} } };
const claudeRequest = { model: "m", max_tokens: 9, system: "s", messages: [hi], tools: [claudeTool] };
const chatRequest = { model: "m", messages: [hi], max_completion_tokens: 9 };
const chatResponse = {
  id: "c",
  object: "chat.completion",
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
};
const chatStream = [
  { id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta: { content: "Hel" } }] },
  { id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta: { content: "lo" } }] },
  { id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
];
const sse = `${chatStream.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
const ollamaStream = [
  { model: "m", message: { role: "assistant", content: "Hel" }, done: false },
  { model: "m", message: { role: "assistant", content: "lo" }, done: false },
  { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");
const geminiChunk = (text: string, end: object = {}) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...end }],
});

describe("a stream where none is possible", () => {
  const events = 'data: {"id":"c","object":"chat.completion.chunk","choices":[]}\n\ndata: [DONE]\n\n';

  it.each([
    ["--to mcp", "mcp has no streams; dialects that do: "],
    ["--to anthropic --compact", "--compact is for --what "],
    ["--to anthropic --profile strict", "--profile is for --what "],
    ["--to anthropic --what response", "the input is a stream; use --what stream, or leave out --what"],
  ])("is refused with the reason: %s", async (options, reason) => {
    const { code, stdout, stderr } = await toolglot(`convert ${options}`, events);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(`error: ${reason}`)]);
  });
});

describe("convert without --what", () => {
  it("translates a whole request, not its tools alone", async () => {
    const { code, stdout, stderr } = await toolglot("convert --to openai-chat", claudeRequest);
    expect(JSON.parse(stdout)).toMatchObject({
      messages: [{ role: "system", content: "s" }, hi],
      tools: [{ type: "function", function: { name: "now" } }],
    });
    expect(stderr).toBe(
      "note: reading the input as an anthropic request, detected from its shape; use --what and --from to override\n",
    );
    expect(code).toBe(0);
  });

  it.each([
    ["a request", claudeRequest, "anthropic", "openai-chat", "an anthropic request", "messages"],
    ["a response", chatResponse, "openai-chat", "anthropic", "an openai-chat response", "content"],
    [
      "a message with calls",
      { role: "assistant", tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }] },
      "openai-chat",
      "anthropic",
      "openai-chat calls",
      "0.input",
    ],
    [
      "results",
      [{ role: "tool", tool_call_id: "call_1", content: "1" }],
      "openai-chat",
      "anthropic",
      "openai-chat results",
      "0.content",
    ],
  ])("recognizes %s, with and without --from", async (_, input, from, to, name, field) => {
    const [detected, given] = [
      await toolglot(`convert --to ${to}`, input),
      await toolglot(`convert --from ${from} --to ${to}`, input),
    ];
    expect(detected.stderr).toContain(`note: reading the input as ${name}, detected`);
    expect(given.stderr).toContain(
      `note: reading the input as ${name}, detected from its shape; use --what to override`,
    );
    expect(JSON.parse(detected.stdout)).toHaveProperty(field);
    expect(given.stdout).toBe(detected.stdout);
    expect([detected.code, given.code]).toEqual([0, 0]);
  });

  it("reads a request that several dialects share as the most common one, with a note", async () => {
    const { code, stdout, stderr } = await toolglot("convert --to anthropic", { model: "m", messages: [hi] });
    expect(stderr).toContain(
      "note: several dialects have requests of this shape; reading the input as an openai-chat request",
    );
    expect(stderr).toContain("use --what and --from to override");
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { messages: [{ role: "user" }] }]);
  });

  it("follows --what and --from", async () => {
    const tools = await toolglot("convert --what tools --to mcp", claudeRequest);
    expect(JSON.parse(tools.stdout)).toEqual([mcpTool("now")]);
    const ollama = await toolglot("convert --from ollama --to openai-chat", { model: "m", messages: [hi] });
    expect(ollama.stderr).toContain("note: reading the input as an ollama request");
  });

  it("translates only the tools of a request if the dialect has no requests, with a note", async () => {
    const { code, stdout, stderr } = await toolglot("convert --to mcp", claudeRequest);
    expect(stderr).toBe("note: the input is a request, of which only the tools are translated: mcp has no requests\n");
    expect([code, JSON.parse(stdout)]).toEqual([0, [mcpTool("now")]]);
  });

  it("translates only the tools of a request under an option for tools, with a note", async () => {
    const { stdout, stderr } = await toolglot("convert --to openai --on-invalid skip", claudeRequest);
    expect(stderr).toContain("only the tools are translated: the options are for tools");
    expect(JSON.parse(stdout)).toHaveLength(1);
  });

  it("takes a request for --model", async () => {
    const { stdout } = await toolglot("convert --to openai --model gpt-5.6", claudeRequest);
    expect(JSON.parse(stdout)).toMatchObject({ model: "gpt-5.6" });
  });

  it("takes lists of tools for what they are", async () => {
    for (const input of [[claudeTool], { tools: [claudeTool] }, claudeTool]) {
      const { stdout, stderr } = await toolglot("convert --to openai-chat", input);
      expect(stderr).toContain("note: reading the input as anthropic tools");
      expect([JSON.parse(stdout)].flat()).toMatchObject([{ type: "function", function: { name: "now" } }]);
    }
  });

  it("recognizes a stream of server-sent events", async () => {
    const { code, stdout, stderr } = await toolglot("convert --to anthropic", sse);
    const known = await toolglot("convert --what stream --from openai-chat --to anthropic", sse);
    expect(stderr).toContain("note: reading the input as an openai-chat stream, detected from its shape");
    expect([code, stdout]).toEqual([0, known.stdout]);
    expect(stdout).toContain("message_stop");
  });

  it("detects the dialect of a stream, comments and events without data before it included", async () => {
    const { stdout, stderr } = await toolglot("convert --what stream --to ollama", `: hi\n\nretry: 5\n\n${sse}`);
    expect(stderr).toContain("note: reading the input as openai-chat, detected");
    expect(stdout).toContain('"done":true');
  });

  it("recognizes a stream of JSON lines, and one line as a response", async () => {
    const stream = await toolglot("convert --to openai-chat", ollamaStream);
    expect(stream.stderr).toContain("note: reading the input as an ollama stream");
    expect(stream.stdout).toMatch(/^data: /);
    const response = await toolglot("convert --to openai-chat", ollamaStream.split("\n").at(-2));
    expect(response.stderr).toContain("note: reading the input as an ollama response");
  });

  it.each([
    ["openai-chat", chatResponse],
    ["anthropic", claudeResponse],
    ["gemini", geminiChunk("Hi", { finishReason: "STOP" })],
  ])("translates lines of whole responses of %s one by one", async (dialect, response) => {
    const lines = `${JSON.stringify(response)}\n`.repeat(2);
    for (const args of ["", " --what response", " --compact"]) {
      const { code, stdout, stderr } = await toolglot(`convert --to ollama${args}`, lines);
      expect(stderr).toContain("note: each line of the input is a response");
      expect(stderr).toMatch(new RegExp(`note: reading the input as (?:an? )?${dialect}\\b`));
      const values = stdout.trimEnd().split("\n");
      expect(values.map((line) => JSON.parse(line))).toMatchObject([{ done: true }, { done: true }]);
      expect(code).toBe(0);
    }
  });

  it("takes a response for one that repeats the tools of its request", async () => {
    const response = { id: "r", object: "response", status: "completed", model: "m", output: [], tools: [] };
    const { code, stderr } = await toolglot("convert --to anthropic", { ...response, input: [] });
    expect(stderr).toContain("note: reading the input as an openai-responses response");
    expect(code).toBe(0);
  });

  it("names --jsonl where each line is a text of its own", async () => {
    const lines = [mcpTool("f"), mcpTool("g")].map((line) => `${JSON.stringify(line)}\n`).join("");
    for (const args of ["", " --from mcp", " --what tools", " --html"]) {
      const { code, stderr } = await toolglot(`convert --to anthropic${args}`, lines);
      expect(stderr).toContain("each line of the input is a JSON text of its own: translate them with --jsonl");
      expect(code).toBe(2);
    }
  });

  it("takes the tools that an MCP server sent as an event", async () => {
    const answer = { jsonrpc: "2.0", id: 1, result: { tools: [mcpTool("f")] } };
    for (const args of ["", " --from mcp", " --what tools"]) {
      const input = `event: message\ndata: ${JSON.stringify(answer)}\n\n`;
      const { code, stdout } = await toolglot(`convert --to anthropic${args}`, input);
      expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ name: "f", input_schema: {} }]]);
    }
  });

  it("says that the dialect of other events is unknown", async () => {
    const { code, stderr } = await toolglot("convert --to anthropic", 'data: {"jsonrpc":"2.0","method":"ping"}\n\n');
    expect(stderr).toContain("--from is required: the dialect of this stream cannot be detected");
    expect(code).toBe(2);
  });

  it("recognizes Gemini's array of responses as a stream", async () => {
    const input = [geminiChunk("Hel"), geminiChunk("lo", { finishReason: "STOP" })];
    const { code, stdout, stderr } = await toolglot("convert --to openai-chat", input);
    expect(stderr).toContain("note: reading the input as a gemini stream");
    expect([code, stdout]).toEqual([0, expect.stringContaining('"Hel"')]);
  });

  it("decides by the first line of --jsonl", async () => {
    const lines = [chatRequest, chatRequest].map((line) => `${JSON.stringify(line)}\n`).join("");
    const { code, stdout, stderr } = await toolglot("convert --jsonl --to anthropic", lines);
    expect(stderr).toContain("note: reading the input as an openai-chat request");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).messages.length),
    ).toEqual([1, 1]);
    expect(code).toBe(0);
  });

  it("is what toolglot as a tool does, too", async () => {
    const input = JSON.stringify(claudeRequest);
    const { stdout } = await toolglot("", { command: "convert", input, to: "openai-chat" });
    expect(JSON.parse(stdout)).toMatchObject({ what: "request", value: { messages: expect.any(Array) } });
  });
});
