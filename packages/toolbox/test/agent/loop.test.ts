import { type JsonObject, parseJson } from "@toolglot/core";
import { GenerateError, runAgent, withText } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { callsResult, changing, echo, lastBlocks, scripted, textResult, tool, withTools } from "./scripted-model.ts";

describe("the loop", () => {
  it("ends with the answer of a model that calls nothing", async () => {
    const { generate } = scripted([textResult("Good day.")]);
    const end = await runAgent({ generate, ...withTools(echo()) });
    expect(end).toMatchObject({ type: "answered", text: "Good day.", turns: 1, usage: { input: 10, output: 5 } });
    expect(end.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("sends the model its tools and their results", async () => {
    const { generate, requests } = scripted([callsResult(1, ["echo", { value: 7 }]), textResult("Seven.")]);
    const { events, ...run } = withTools(echo());
    const end = await runAgent({ generate, system: "Be brief.", ...run });
    expect(end).toMatchObject({ type: "answered", text: "Seven.", turns: 2 });
    expect(requests[0]).toMatchObject({ system: "Be brief.", tools: [{ name: "echo", description: "does echo" }] });
    expect(lastBlocks(requests[1])).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1_0", content: '{"tool_success":true,"result":{"value":7}}' },
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      ...["turn-start", "turn-end", "call-start", "call-end"],
      ...["turn-start", "text-delta", "turn-end"],
    ]);
  });

  it("reports unknown tools, invalid arguments and failures to the model", async () => {
    const failing = tool("fail", () => {
      throw new Error("the disk is full");
    });
    const { generate, requests } = scripted([
      callsResult(1, ["strickt", {}], ["strict", { value: "x" }], ["fail", {}]),
    ]);
    const strict = { ...echo("strict"), inputSchema: { type: "object", properties: { value: { type: "integer" } } } };
    await runAgent({ generate, ...withTools(strict, failing) });
    const blocks = lastBlocks(requests[1]);
    expect(blocks.map(({ is_error }) => is_error)).toEqual([true, true, true]);
    expect(blocks.map(codeIn)).toEqual(["NOT_FOUND", "INVALID_ARGUMENTS", "FAILED"]);
    expect(blocks[0]?.content).toContain("did you mean strict?");
    expect(blocks[2]?.content).toContain("the disk is full");
  });

  it("reports arguments that are not JSON to the model, and does not send them back", async () => {
    const answer = { ...callsResult(1, ["echo", {}]), invalidArguments: new Map([["toolu_1_0", '{"value": 1,']]) };
    const { generate, requests } = scripted([answer]);
    await runAgent({ generate, ...withTools(echo()) });
    expect(codeIn(lastBlocks(requests[1])[0])).toBe("INVALID_ARGUMENTS");
    expect(lastBlocks(requests[1])[0]?.content).toContain('{\\"value\\": 1,');
  });

  it("keeps every digit of the arguments and of the result", async () => {
    const input = parseJson('{"value":12345678901234567890.10}');
    const { generate, requests } = scripted([callsResult(1, ["echo", input])]);
    await runAgent({ generate, ...withTools(echo()) });
    expect(lastBlocks(requests[1])[0]?.content).toBe(
      '{"tool_success":true,"result":{"value":12345678901234567890.10}}',
    );
  });

  it("gives tools legal names, and resolves calls by them", async () => {
    const { generate, requests } = scripted([]);
    await runAgent({ generate, ...withTools(echo("files.read/all")) });
    const [shown] = (requests[0]?.tools ?? []) as JsonObject[];
    expect(shown?.name).toMatch(/^[a-zA-Z0-9_-]+$/);
    const second = scripted([callsResult(1, [String(shown?.name), { value: 1 }])]);
    await runAgent({ generate: second.generate, ...withTools(echo("files.read/all")) });
    expect(lastBlocks(second.requests[1])[0]?.is_error).toBeUndefined();
  });

  it("sends no tools if there are none", async () => {
    const { generate, requests } = scripted([textResult("Hello.")]);
    await runAgent({ generate, ...withTools(), maxTurns: 1 });
    expect(requests[0]).toEqual({ messages: withText([], "Do it.") });
  });

  it.each([
    ["max_tokens", "cut short"],
    ["model_context_window_exceeded", "context window"],
    ["refusal", "refused"],
  ])("rejects a response that ends with %s", async (stop, message) => {
    const end = await runAgent({ generate: scripted([textResult("Once upon", stop)]).generate, ...withTools(echo()) });
    expect(end).toMatchObject({ type: "failed", code: stop, error: expect.stringContaining(message) });
  });

  it("runs no call of a truncated response, and drops it", async () => {
    const run = withTools(echo());
    const end = await runAgent({
      generate: scripted([{ ...callsResult(1, ["echo", {}]), stopReason: "max_tokens" }]).generate,
      ...run,
    });
    expect(end.type).toBe("failed");
    expect(end.messages).toEqual(run.messages);
    expect(run.events.map(({ type }) => type)).not.toContain("call-start");
  });

  it("treats an empty response as an error", async () => {
    const end = await runAgent({
      generate: scripted([{ content: [], stopReason: "end_turn" }]).generate,
      ...withTools(),
    });
    expect(end).toMatchObject({ type: "failed", code: "empty" });
  });

  it("reports why a request failed, and keeps the conversation", async () => {
    const { generate } = scripted([callsResult(1, ["echo", {}]), new GenerateError("overloaded_error", "too busy")]);
    const end = await runAgent({ generate, ...withTools(echo()) });
    expect(end).toMatchObject({ type: "failed", code: "overloaded_error", error: "too busy", turns: 2 });
    expect(end.messages.at(-1)?.content[0]).toMatchObject({ type: "tool_result", tool_use_id: "toolu_1_0" });
  });

  it("continues a paused turn", async () => {
    const { generate, requests } = scripted([textResult("Wait…", "pause_turn"), textResult("Done.")]);
    expect(await runAgent({ generate, ...withTools(echo()) })).toMatchObject({ type: "answered", text: "Done." });
    expect(lastBlocks(requests[1])).toEqual([{ type: "text", text: "Wait…" }]);
  });

  it("sends images of a server as images", async () => {
    const picture = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
    const odd = { type: "hologram", depth: 3 };
    const camera = {
      ...echo("camera"),
      run: async () => ({ success: true as const, result: null, content: [picture, odd], durationMs: 1 }),
    };
    const { generate, requests } = scripted([callsResult(1, ["camera", {}])]);
    await runAgent({ generate, ...withTools(camera) });
    expect(lastBlocks(requests[1])[0]?.content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
      { type: "text", text: '{"type":"hologram","depth":3}' },
    ]);
  });
});

describe("structured content of a server next to its text", () => {
  it.each([
    [{ content: "the words" }, "the words"],
    [{ lines: ["the", "words"] }, "the words"],
    [
      { count: 2 },
      [
        { type: "text", text: "the words" },
        { type: "text", text: '{"count":2}' },
      ],
    ],
  ])("is sent if it contains more than the text: %j", async (result, content) => {
    const message = [{ type: "text", text: "the words" }];
    const server = {
      ...echo("server"),
      run: async () => ({ success: true as const, result, content: message, durationMs: 1 }),
    };
    const { generate, requests } = scripted([callsResult(1, ["server", {}])]);
    await runAgent({ generate, ...withTools(server) });
    expect(lastBlocks(requests[1])[0]?.content).toEqual(content);
  });
});

describe("confirmation", () => {
  it("is requested only for tools with side effects", async () => {
    const request: string[] = [];
    const { generate } = scripted([callsResult(1, ["echo", {}], ["write", {}])]);
    const run = withTools(
      echo(),
      changing("write", () => "written"),
    );
    await runAgent({
      generate,
      ...run,
      confirm: async (_, { name }) => {
        request.push(name);
        return { allowed: true };
      },
    });
    expect(request).toEqual(["write"]);
  });

  it("is reported to the model if denied, and the tool does not run", async () => {
    let ran = false;
    const write = changing("write", () => {
      ran = true;
      return null;
    });
    const { generate, requests } = scripted([callsResult(1, ["write", {}])]);
    await runAgent({
      generate,
      ...withTools(write),
      confirm: async () => ({ allowed: false, reason: "not on a Sunday" }),
    });
    expect(codeIn(lastBlocks(requests[1])[0])).toBe("DENIED");
    expect(lastBlocks(requests[1])[0]?.content).toContain("not on a Sunday");
    expect(ran).toBe(false);
  });

  it("that cannot be requested fails only that call", async () => {
    const { generate, requests } = scripted([callsResult(1, ["write", {}])]);
    const confirm = () => Promise.reject(new Error("the terminal is gone"));
    const end = await runAgent({ generate, ...withTools(changing("write", () => null)), confirm });
    expect([end.type, codeIn(lastBlocks(requests[1])[0])]).toEqual(["answered", "FAILED"]);
  });

  it("is not requested for invalid arguments", async () => {
    const write = { ...changing("write", () => null), inputSchema: { type: "object", required: ["path"] } };
    const { generate, requests } = scripted([callsResult(1, ["write", {}])]);
    const confirm = () => Promise.reject(new Error("nobody is to be asked"));
    await runAgent({ generate, ...withTools(write), confirm });
    expect(codeIn(lastBlocks(requests[1])[0])).toBe("INVALID_ARGUMENTS");
  });
});

function codeIn(block: JsonObject | undefined): unknown {
  return (parseJson(String(block?.content)) as JsonObject).error_code;
}
