// A response in 200 chunks from every dialect to every other, as multiples of splitting it and parsing each frame.
import { createBridge } from "../packages/core/dist/index.js";
import { agentStreams, bridgeOptions, DIALECTS } from "./agent-turn.mjs";
import { streamPeers } from "./conversation-peers.mjs";
import { multipleOf } from "./measure.mjs";

// One stream is shorter than the resolution of the CPU clock.
const STREAMS = 5;

/** All numbers of streams: `ours` has a row per pair, `peers` one per pair that a peer knows. */
export async function benchStreams(plan) {
  const streams = agentStreams();
  const pairs = DIALECTS.flatMap((from) => DIALECTS.map((to) => ({ from, to, frames: streams.get(from) })));
  heat(pairs, plan);
  const ours = [];
  for (const pair of pairs) ours.push(await measureOurs(pair, plan));
  const peers = [];
  for (const peer of await streamPeers()) peers.push(await measurePeer(peer, streams.get(peer.from), plan));
  return { frames: streams.get("openai-chat").length, ours, peers };
}

// The pairs share most of their code: without a warm-up, the time of the first would include compiling it.
function heat(pairs, { warmup }) {
  for (let turn = 0; turn < warmup * 4; turn++) for (const pair of pairs) translate(pair, pair.frames);
}

async function measureOurs(pair, plan) {
  const { from, to, frames } = pair;
  const floor = floorOf(from, frames);
  const measure = (chunks) =>
    multipleOf(
      floor,
      repeated(() => translate(pair, chunks)),
      plan,
    );
  return {
    from,
    to,
    each: await measure(frames),
    tens: await measure(inTens(frames)),
    once: await measure([frames.join("")]),
    same: await measure([withEqualFrames(frames).join("")]),
  };
}

// Several frames per chunk, as from a fast provider or in a busy gateway.
function inTens(frames) {
  const starts = Array.from({ length: Math.ceil(frames.length / 10) }, (_, index) => index * 10);
  return starts.map((start) => frames.slice(start, start + 10).join(""));
}

// The middle of the stream is one frame again and again, as where a model repeats itself.
function withEqualFrames(frames) {
  const middle = frames[frames.length >> 1];
  const edge = 20;
  return frames.map((frame, index) => (index < edge || index >= frames.length - edge ? frame : middle));
}

function translate({ from, to }, chunks) {
  const stream = createBridge(bridgeOptions(to, from)).stream();
  let length = 0;
  for (const chunk of chunks) length += stream.push(chunk).length;
  return length + stream.end().length;
}

async function measurePeer({ run, ...peer }, frames, plan) {
  const chunks = frames.map((frame) => new TextEncoder().encode(frame));
  const subject = {
    prepare: () => undefined,
    async run() {
      for (let count = 0; count < STREAMS; count++) await run(chunks);
    },
  };
  return { ...peer, each: await multipleOf(floorOf(peer.from, frames), subject, plan) };
}

function floorOf(dialect, frames) {
  const text = frames.join("");
  return repeated(() => {
    let read = 0;
    for (const frame of text.split(dialect === "ollama" ? "\n" : "\n\n")) {
      const data = dialect === "ollama" ? frame : frame.slice(frame.indexOf("data: ") + 6);
      if (data.startsWith("{")) read += Object.keys(JSON.parse(data)).length;
    }
    return read;
  });
}

function repeated(run) {
  return {
    prepare: () => undefined,
    run() {
      let length = 0;
      for (let count = 0; count < STREAMS; count++) length += run();
      return length;
    },
  };
}
