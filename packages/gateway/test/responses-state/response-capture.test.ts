import { describe, expect, it } from "vitest";
import { stateful } from "../../src/bindings/openai-responses-state.ts";
import { ResponseCapture } from "../../src/responses-state/response-capture.ts";

const ANSWER = { id: "resp_1", status: "completed", output: ["event: response.completed\n"] };

describe("the capture of a response", () => {
  for (const end of ["\n", "\r\n"])
    it(`finds it at the end of a stream, wherever the pieces end (${JSON.stringify(end)})`, () => {
      const events = [
        ["response.created", { type: "response.created", response: { ...ANSWER, status: "in_progress", output: [] } }],
        ["response.output_text.delta", { type: "response.output_text.delta", delta: "event: response.completed" }],
        ["response.completed", { type: "response.completed", response: ANSWER }],
      ] as const;
      const text = events
        .map(([event, data]) => `event: ${event}${end}data: ${JSON.stringify(data)}${end}${end}`)
        .join("");
      for (let at = 0; at <= text.length; at++) {
        const tap = new ResponseCapture(true, stateful);
        tap.push(text.slice(0, at));
        tap.push(text.slice(at));
        expect(tap.response()).toEqual(ANSWER);
      }
    });

  it("finds nothing in a stream that fails", () => {
    const tap = new ResponseCapture(true, stateful);
    tap.push('event: response.failed\ndata: {"response":{"id":"resp_1","status":"failed"}}\n\n');
    expect(tap.response()).toBeUndefined();
  });

  it("finds a whole answer, blanks before it or not", () => {
    const tap = new ResponseCapture(false, stateful);
    tap.push(`\n ${JSON.stringify(ANSWER)}`);
    expect(tap.response()).toEqual(ANSWER);
  });
});
