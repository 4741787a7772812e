import { existsSync } from "node:fs";
import { join } from "node:path";
import { one, random, readingSteps } from "./notes.mjs";

/** The model calls a tool that the agent's user has forbidden, gets an error, and continues. */
export const allowed = {
  name: "allowed",
  suits: ({ forbidden }) => forbidden !== undefined,
  plan: (given) => {
    const { agent, work } = given;
    const { setup, call } = agent.forbidden;
    const file = join(work, random("written"));
    // OpenCode says of such a call only which tool there is not.
    const trying = { calls: [call(file)], done: (body) => body.includes(file) || body.includes("unavailable tool") };
    return {
      ...one(given, [trying, ...readingSteps(given, 1)]),
      ...setup,
      judge: () => (existsSync(file) ? ["the tool was run although it is forbidden"] : []),
    };
  },
};
