import { type Json, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "../../src/mcp/line-splitter.ts";
import { maskNumbers, parseMessage, unmaskNumbers, unmaskText } from "../../src/mcp/number-mask.ts";
import { maskResponse } from "../../src/mcp/server-fetch.ts";

const ODD = '{"a":[12345678901234567890,1.0,{"b":-0,"__proto__":1e400}],"c":"12345678901234567890","d":1.5}';

describe("numbers that a double would change", () => {
  it("go through code that knows only doubles and come out digit by digit", () => {
    const hidden = maskNumbers(parseJson(ODD));
    const through = JSON.parse(JSON.stringify(hidden)) as Json;
    expect(stringifyJson(unmaskNumbers(through))).toBe(ODD);
    expect(unmaskText(JSON.stringify(hidden))).toBe(ODD);
  });

  it("are hidden only where a tool or a model speaks", () => {
    const text = `{"params":{"progress":1.0,"arguments":${ODD}}}`;
    const message = parseMessage(text) as { params: { progress: unknown; arguments: Json } };
    expect(message.params.progress).toBe(1);
    expect(stringifyJson(unmaskNumbers(message.params.arguments))).toBe(ODD);
  });

  it("are hidden in events however those are divided", async () => {
    const events = `event: message\r\ndata: {"result":{"structuredContent":${ODD}}}\r\n\r\n: ping\n\ndata: no json\n\n`;
    for (const size of [1, 7, 1000]) {
      const bytes = new TextEncoder().encode(events);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const read = await maskResponse(new Response(body, { headers: { "content-type": "text/event-stream" } })).text();
      expect(read).not.toContain("[12345678901234567890");
      expect(unmaskText(read).replaceAll("\r", "")).toBe(events.replaceAll("\r", ""));
    }
  });
});

describe("lines", () => {
  it("are found however their bytes are divided, and those that are too long are passed over", () => {
    const lines: string[] = [];
    let tooLong = 0;
    const reader = new LineSplitter(
      (line) => lines.push(line),
      () => tooLong++,
      10,
    );
    for (const byte of Buffer.from(`grün\r\n\n${"x".repeat(50)}\nend\nunfinished`)) reader.push(Buffer.from([byte]));
    expect(lines).toEqual(["grün", "end"]);
    expect(tooLong).toBe(1);
  });
});
