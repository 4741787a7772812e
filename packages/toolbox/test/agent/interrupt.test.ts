import { type Generate, runAgent } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { callsResult, changing, echo, scripted, textResult, tool, withTools } from "./scripted-model.ts";

describe("an interruption", () => {
  it("kills a tool that hangs, keeps the results of others, and leaves no call without a result", async () => {
    const controller = new AbortController();
    let reported = false;
    const hang = tool("hang", (_, { signal }) => {
      signal.addEventListener("abort", () => {
        reported = true;
      });
      setTimeout(() => controller.abort(), 20);
      return new Promise(() => {});
    });
    const { generate, requests } = scripted([callsResult(1, ["echo", { value: 1 }], ["hang", {}])]);
    const end = await runAgent({ generate, ...withTools(echo(), hang), signal: controller.signal });
    expect(end.type).toBe("interrupted");
    expect([reported, requests.length]).toEqual([true, 1]);
    expect(end.messages.at(-1)?.content).toMatchObject([
      { tool_use_id: "toolu_1_0", content: '{"tool_success":true,"result":{"value":1}}' },
      { tool_use_id: "toolu_1_1", content: expect.stringContaining("CANCELLED"), is_error: true },
    ]);
  });

  it("does not wait for a tool that ignores the signal", async () => {
    const controller = new AbortController();
    const deaf = {
      ...echo("deaf"),
      run: () => {
        setTimeout(() => controller.abort(), 20);
        return new Promise<never>(() => {});
      },
    };
    const { generate } = scripted([callsResult(1, ["deaf", {}])]);
    const end = await runAgent({ generate, ...withTools(deaf), signal: controller.signal });
    expect(end.type).toBe("interrupted");
    expect(end.messages.at(-1)?.content).toMatchObject([{ tool_use_id: "toolu_1_0", is_error: true }]);
  });

  it("ends a request that stalls", async () => {
    const controller = new AbortController();
    const stalled: Generate = (_, { onText }) => {
      onText("Once");
      setTimeout(() => controller.abort(), 20);
      return new Promise(() => {});
    };
    const run = withTools(echo());
    const end = await runAgent({ generate: stalled, ...run, signal: controller.signal });
    expect(end).toMatchObject({ type: "interrupted", messages: run.messages });
  });

  it("ends a confirmation prompt, and runs none of its calls", async () => {
    const controller = new AbortController();
    let ran = false;
    const write = changing("write", () => {
      ran = true;
      return null;
    });
    const { generate } = scripted([callsResult(1, ["write", {}], ["write", {}])]);
    const confirm = () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    const end = await runAgent({ generate, ...withTools(write), confirm, signal: controller.signal });
    expect([end.type, ran, end.messages.at(-1)?.content.length]).toEqual(["interrupted", false, 2]);
  });

  it("before the start prevents the request", async () => {
    const { generate, requests } = scripted([textResult("Hello.")]);
    const end = await runAgent({ generate, ...withTools(), signal: AbortSignal.abort() });
    expect([end.type, requests.length]).toEqual(["interrupted", 0]);
  });
});
