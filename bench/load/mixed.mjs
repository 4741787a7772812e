// Requests of all dialects to providers of all dialects: plain, tool loops, faults, clients that leave. Each has a mark of its own, which its
// response must have and no other.
import { foreignMarks, inHands } from "./client.mjs";
import { DIALECTS } from "./dialects.mjs";
import { KEYS } from "./processes.mjs";

const NAMES = Object.keys(DIALECTS);

/** Odd, but nothing is missing: the response must be complete. */
const HARMLESS = [
  "x",
  "x",
  "x",
  "fault-split",
  "fault-lump",
  "fault-crlf",
  "fault-comments",
  "fault-unknown",
  "fault-drip@1",
];
/** The response may be complete, in all of its length, or be an error; never anything between. */
const FAILING = [
  "fault-status-503",
  "fault-status-429@0",
  "fault-reset@6",
  "fault-eof@6",
  "fault-garbage@5",
  "fault-inband@4",
  "fault-cut@200",
  "fault-refuse",
  "fault-html",
  "fault-empty",
];

/** Of 20 requests in turn. */
const KINDS = [..."ppppppppppp", ..."ttt", ..."fffff", "l"];

export class Mixed {
  constructor(client) {
    this.client = client;
    this.tally = { sent: 0, complete: 0, loops: 0, errors: 0, left: 0, tokens: 0, lost: [], crossed: [], wrong: [] };
    this.sentBy = { steady: 0, faulty: 0 };
  }

  /** Sends about so many requests. */
  async run(count, hands) {
    const until = this.tally.sent + count;
    await inHands(hands, count, async (index) => {
      if (this.tally.sent < until) await this.one(index);
    });
  }

  async one(index) {
    const number = this.tally.sent;
    const kind = KINDS[(number * 7919) % KINDS.length];
    const mark = `mark-${number}-`;
    const turn = {
      dialect: NAMES[index % NAMES.length],
      provider: NAMES[Math.floor(index / NAMES.length) % NAMES.length],
      stream: index % 3 > 0,
      prompt: `This is ${mark}`,
    };
    const work = { p: this.plain, t: this.loop, f: this.fault, l: this.leaves }[kind];
    try {
      await work.call(this, turn, mark, number);
    } catch (error) {
      this.tally.lost.push(`${kind} ${describe(turn)}: ${error.message}`);
    }
  }

  async plain({ provider, ...turn }, mark, number) {
    const model = `${provider}/${HARMLESS[number % HARMLESS.length]}`;
    const reply = await this.send({ ...turn, model }, "steady");
    this.check({ ...turn, model }, reply, mark, endsWith(heard(turn)));
  }

  async loop({ provider, ...turn }, mark) {
    const first = { ...turn, model: `${provider}/x`, tools: true };
    const called = await this.send(first, "steady");
    this.check(first, called, mark, () => true);
    if (called.call === undefined) {
      this.tally.wrong.push(`no call: ${describe(first)}: ${called.body.slice(0, 300)}`);
      return;
    }
    const second = { ...first, call: called.call, result: `found ${mark}` };
    const reply = await this.send(second, "steady");
    // Some dialects have results that are objects.
    this.check(second, reply, mark, (text) => /^look_up answered: /.test(text) && text.includes(`found ${mark}`));
    this.tally.loops++;
  }

  async fault({ provider, ...turn }, mark, number) {
    const fault = FAILING[number % FAILING.length];
    // A model that fails once and is then well: nobody else has asked for it.
    const name = number % 50 === 0 ? `once-${number}/fault-flaky-503` : fault;
    const model = `${provider}/${name}`;
    const reply = await this.send({ ...turn, model }, "faulty");
    if (reply.isError && !reply.isComplete) this.tally.errors++;
    else this.check({ ...turn, model }, reply, mark, endsWith(heard(turn)));
    this.checkMarks({ ...turn, model }, reply, mark);
  }

  async leaves({ provider, ...turn }) {
    this.count("faulty");
    await this.client.leave({ ...turn, stream: true, model: `${provider}/fault-drip@1`, key: KEYS.faulty });
    this.tally.left++;
  }

  send(turn, key) {
    this.count(key);
    return this.client.send({ ...turn, key: KEYS[key] }).then((reply) => {
      if (key === "steady") this.tally.tokens += reply.tokens ?? 0;
      return reply;
    });
  }

  count(key) {
    this.tally.sent++;
    this.sentBy[key]++;
  }

  check(turn, reply, mark, isWhole) {
    if (reply.isComplete && !reply.isError && isWhole(reply.text)) this.tally.complete++;
    else this.tally.wrong.push(`${reply.status} ${describe(turn)}: ${JSON.stringify(reply.body.slice(-600))}`);
    this.checkMarks(turn, reply, mark);
  }

  checkMarks(turn, { body, text }, mark) {
    const foreign = [...foreignMarks(body, mark), ...foreignMarks(text, mark)];
    if (foreign.length > 0) this.tally.crossed.push(`${mark} got ${foreign[0]}: ${describe(turn)}`);
  }
}

/** What the simulated provider says at the end of its answer. */
function heard({ prompt }) {
  return `heard: ${JSON.stringify(prompt)}`;
}

function endsWith(end) {
  return (text) => text.endsWith(end);
}

function describe({ dialect, model = "", stream }) {
  return `${dialect} → ${model}${stream ? ", streamed" : ""}`;
}
