import type { Json } from "@toolglot/core";
import { chunk, DONE, finish, HEAD, type Quirk, USED } from "./quirk.ts";

/** Where a stream has its usage. */
export const USAGE: readonly Quirk[] = [
  {
    name: "usage on the finish",
    frames: [chunk({ role: "assistant", content: "Hi" }), finish("stop", { usage: USED }), DONE],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage before the finish",
    frames: [
      { ...HEAD, choices: [], usage: USED },
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop"),
      DONE,
    ] as Json[],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage after the finish, twice",
    frames: [
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop"),
      { ...HEAD, choices: [], usage: { ...USED, completion_tokens: 1 } },
      { ...HEAD, choices: [], usage: USED },
      DONE,
    ] as Json[],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage on every chunk",
    frames: [
      {
        ...HEAD,
        choices: [{ index: 0, delta: { role: "assistant", content: "Hi" } }],
        usage: { ...USED, completion_tokens: 1 },
      },
      { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: USED },
      DONE,
    ] as Json[],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage in the choice",
    frames: [chunk({ role: "assistant", content: "Hi" }), chunk({}, { finish_reason: "stop", usage: USED }), DONE],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage that counts thoughts beside the output",
    frames: [
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop", {
        usage: { ...USED, total_tokens: 30, completion_tokens_details: { reasoning_tokens: 20 } },
      }),
      DONE,
    ],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 23 },
    ownUsage: { input: 7, output: 3 },
  },
];
