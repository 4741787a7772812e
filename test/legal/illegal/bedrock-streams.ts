import type { Fields, Sample } from "./sample.ts";

const START: Fields = { messageStart: { role: "assistant" } };
const STOP: Fields = { messageStop: { stopReason: "end_turn" } };
const USAGE: Fields = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const METADATA: Fields = { metadata: { usage: USAGE, metrics: { latencyMs: 1 } } };
const CALL: Fields = { toolUse: { toolUseId: "tooluse_1", name: "f" } };
const FAILED: Fields = { throttlingException: { message: "slow down" } };

function opened(start: Fields, contentBlockIndex = 0): Fields {
  return { contentBlockStart: { contentBlockIndex, start } };
}

function delta(piece: Fields, contentBlockIndex = 0): Fields {
  return { contentBlockDelta: { contentBlockIndex, delta: piece } };
}

function closed(contentBlockIndex = 0): Fields {
  return { contentBlockStop: { contentBlockIndex } };
}

function stopped(stopReason: string): Fields {
  return { messageStop: { stopReason } };
}

function stream(rule: string, ...events: readonly Fields[]): Sample {
  return ["bedrock", "stream", rule, events.map((event) => `${JSON.stringify(event)}\n`).join("")];
}

/** A whole stream around the events of its blocks. */
function blocks(rule: string, ...events: readonly Fields[]): Sample {
  return stream(rule, START, ...events, STOP, METADATA);
}

/** The texts of event streams that the AWS SDK, or who collects its events, could not read. */
export const ILLEGAL: readonly Sample[] = [
  ["bedrock", "stream", "stream-json", `${JSON.stringify(START)}\n{"messageStop":\n`],
  ["bedrock", "stream", "stream-end", [START, STOP, METADATA].map((event) => JSON.stringify(event)).join("\n")],
  stream("stream-end", START, delta({ text: "ok" }), closed(), STOP),
  stream("event-shape", START, { ...STOP, ...METADATA }),
  stream("event-type", START, { ping: {} }, STOP, METADATA),
  stream("event-order", STOP, METADATA),
  stream("event-order", START, START, STOP, METADATA),
  stream("event-order", START, METADATA, STOP),
  stream("event-order", START, STOP, STOP, METADATA),
  stream("event-after-end", START, STOP, METADATA, METADATA),
  stream("event-after-end", START, FAILED, STOP, METADATA),
  stream("exception", START, { internalServerException: {} }),
  stream("message-role", { messageStart: { role: "user" } }, STOP, METADATA),
  stream("stop-reason", START, stopped("stop"), METADATA),
  stream("stop-tool-use", START, stopped("tool_use"), METADATA),
  stream("usage", START, STOP, { metadata: { metrics: { latencyMs: 1 } } }),
  stream("metrics", START, STOP, { metadata: { usage: USAGE } }),
  blocks("block-start", opened({ text: "" }), delta({ text: "ok" }), closed()),
  blocks("block-start", delta({ toolUse: { input: "{}" } }), closed()),
  blocks("block-index", delta({ text: "ok" }, 1), closed(1)),
  blocks("block-order", delta({ text: "ok" })),
  blocks("block-order", closed()),
  blocks("block-order", delta({ text: "ok" }), opened(CALL), closed()),
  blocks("delta-shape", delta({ text: "ok", citation: {} }), closed()),
  blocks("delta-kind", delta({ text: "ok" }), delta({ reasoningContent: { text: "hm" } }), closed()),
  blocks("delta-text", delta({ text: null }), closed()),
  blocks("delta-reasoning", delta({ reasoningContent: { reasoningText: { text: "hm" } } }), closed()),
  blocks("delta-reasoning", delta({ reasoningContent: { text: 1 } }), closed()),
  stream(
    "delta-input",
    START,
    opened(CALL),
    delta({ toolUse: { input: {} } }),
    closed(),
    stopped("tool_use"),
    METADATA,
  ),
  stream(
    "input-json",
    START,
    opened(CALL),
    delta({ toolUse: { input: '{"a' } }),
    closed(),
    stopped("tool_use"),
    METADATA,
  ),
  stream(
    "tool-id",
    START,
    opened({ toolUse: { toolUseId: "a|b", name: "f" } }),
    closed(),
    stopped("tool_use"),
    METADATA,
  ),
  stream("tool-use-name", START, opened({ toolUse: { toolUseId: "a" } }), closed(), stopped("tool_use"), METADATA),
];
