// The time of our framings as a multiple of the minimum, which is to split the text and parse each frame: ratios of medians.
// Build first: npx tsc -b packages/core
import { sseFraming } from "../packages/core/dist/stream/sse.js";
import { multipleOf, THOROUGH } from "./measure.mjs";

const EVENTS = 200;
const CALLS = 50;

const events = Array.from({ length: EVENTS }, (_, index) => `data: ${JSON.stringify(chunkOf(index))}\n\n`);
const text = events.join("");
const bytes = new TextEncoder().encode(text);

const floor = subject(() => {
  for (const event of text.split("\n\n")) if (event !== "") JSON.parse(event.slice(6));
});
const splits = {
  "text, one chunk": [text],
  "text, a chunk for each event": events,
  "bytes, one chunk": [bytes],
  "bytes, a chunk for each event": events.map((event) => new TextEncoder().encode(event)),
  "bytes, chunks of 1,400": piecesOf(bytes, 1400),
  "bytes, chunks of 16": piecesOf(bytes, 16),
};

console.log(
  `a chat stream of ${EVENTS} events, ${Math.round(bytes.length / 1000)} KB, to split("\\n\\n") and JSON.parse`,
);
for (const [name, chunks] of Object.entries(splits)) {
  const ratio = await multipleOf(
    floor,
    subject(() => read(chunks)),
    THOROUGH,
  );
  console.log(`  ${name.padEnd(30)} ${ratio.toFixed(2)}`);
}

function read(chunks) {
  const framing = sseFraming((data) => JSON.parse(data));
  for (const chunk of chunks) framing.push(chunk);
  framing.end();
}

// One call is shorter than the resolution of the CPU clock.
function subject(run) {
  const prepare = () => undefined;
  return {
    prepare,
    run() {
      for (let call = 0; call < CALLS; call++) run();
    },
  };
}

function piecesOf(whole, length) {
  const count = Math.ceil(whole.length / length);
  return Array.from({ length: count }, (_, index) => whole.slice(index * length, (index + 1) * length));
}

function chunkOf(index) {
  const delta = index === 0 ? { role: "assistant", content: "" } : { content: ` word${index}` };
  return {
    id: "chatcmpl-C0mPl3t10n1d",
    object: "chat.completion.chunk",
    created: 1760000000,
    model: "some-model",
    system_fingerprint: null,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    usage: null,
  };
}
