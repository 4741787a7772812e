import type { Json } from "@toolglot/core";
import { BERLIN, calling, chunk, DONE, finish, HEAD, opener, type Quirk } from "./quirk.ts";

/** How a stream ends, or fails. */
export const ENDINGS: readonly Quirk[] = [
  {
    name: "a finish of stop",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), finish("stop"), DONE],
    calls: [BERLIN],
  },
  {
    name: "a finish that nobody knows",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), finish("eos_token"), DONE],
    calls: [BERLIN],
  },
  {
    name: "no finish",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), DONE],
    stop: "error",
  },
  {
    name: "a finish that is empty all the way",
    frames: [chunk({ role: "assistant", content: "Hi" }, { finish_reason: "" }), DONE],
    stop: "error",
  },
  {
    name: "a finish without the end mark",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), finish("tool_calls")],
    calls: [BERLIN],
  },
  {
    name: "two end marks, and data after them",
    frames: [chunk({ role: "assistant", content: "Hi" }), finish("stop"), DONE, DONE, chunk({ content: "late" }), DONE],
    text: "Hi",
    stop: "end",
  },
  {
    name: "an error as the first chunk",
    frames: [{ error: { message: "overloaded", code: 503 } }, DONE],
    stop: "error",
  },
  {
    name: "an error beside a finish in the midst",
    frames: [
      chunk({ role: "assistant", content: "Hi" }),
      {
        ...HEAD,
        error: { code: 502, message: "gone", metadata: { error_type: "provider_unavailable" } },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      },
      DONE,
    ] as Json[],
    stop: "error",
  },
  {
    name: "an error that is a text, and one without a wrapping",
    frames: [chunk({ role: "assistant", content: "Hi" }), { object: "error", message: "gone", code: 3000 }, DONE],
    stop: "error",
  },
  {
    name: "an error by the name of its event",
    frames: [chunk({ role: "assistant", content: "Hi" }), { raw: 'event: error\ndata: {"reason":"gone"}\n\n' }],
    stop: "error",
  },
  {
    name: "a finish of error",
    frames: [chunk({ role: "assistant", content: "Hi" }), finish("error"), DONE],
    stop: "error",
  },
];
