// Streams of all dialects that are open at the same time, each with pieces of its own in their order.
import { Client, foreignMarks } from "./client.mjs";
import { DIALECTS } from "./dialects.mjs";
import { KEYS } from "./processes.mjs";

const ROUNDS = 10;
const NAMES = Object.keys(DIALECTS);

/** Opens streams, waits until all have begun, and lets them go on to their end. */
export async function openStreams({ gateway, provider }, count) {
  const client = new Client(gateway.url, count);
  const tally = { sent: count, complete: 0, lost: [], crossed: [], wrong: [] };
  const done = Promise.all(Array.from({ length: count }, (_, index) => one(client, index, tally)));
  let held = 0;
  while (held + tally.lost.length < count) {
    ({ held } = await provider.ask({ type: "held" }));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const peak = await inFlight(gateway);
  await provider.ask({ type: "release", rounds: ROUNDS });
  await done;
  await client.close();
  return { ...tally, peak };
}

async function one(client, index, tally) {
  const mark = `mark-${index}-`;
  const dialect = NAMES[index % NAMES.length];
  const wanted = ["begins", ...Array(ROUNDS).keys()].map((piece) => `<${mark}${piece}>`).join("");
  try {
    const turn = { dialect, model: "own/m", stream: true, prompt: mark, key: KEYS.faulty };
    const reply = await client.send(turn);
    if (reply.isComplete && reply.text === wanted) tally.complete++;
    else tally.wrong.push(`${dialect}: ${reply.status} ${reply.body.slice(-300)}`);
    const foreign = foreignMarks(reply.body, mark);
    if (foreign.length > 0) tally.crossed.push(`${mark} got ${foreign[0]}`);
  } catch (error) {
    tally.lost.push(`${dialect}: ${error.message}`);
  }
}

/** The streams in flight, of all workers together. */
export async function inFlight({ url }) {
  const client = new Client(url, 1);
  const text = await client.get("/metrics", KEYS.admin);
  await client.close();
  return Number(/^toolglot_streams_in_flight (\d+)$/m.exec(text)?.[1]);
}
