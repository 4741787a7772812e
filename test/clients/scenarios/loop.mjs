import { join } from "node:path";
import { one, random, readingSteps } from "./notes.mjs";

/** A call that fails, then two at once (where the agent can), then an answer. */
export const loop = {
  name: "loop",
  plan: (given) => {
    const { agent, work } = given;
    const missing = join(work, random("missing"));
    const failing = { calls: [{ name: agent.tool, input: agent.call(missing) }], done: [missing] };
    const reading = readingSteps(given, 2);
    if (agent.name === "codex") return one(given, [failing, ...reading]);
    return one(given, [
      failing,
      { calls: reading.flatMap(({ calls }) => calls), done: reading.flatMap(({ done }) => done) },
    ]);
  },
};
