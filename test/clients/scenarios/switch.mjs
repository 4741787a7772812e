import { dialects } from "../dialects.mjs";
import { random, readingSteps } from "./notes.mjs";

/** The provider fails for good in the middle of a loop, and one of the next dialect continues with the history of the first. */
export const switching = {
  name: "switch",
  plan: (given) => {
    const { agent, dialect } = given;
    const names = Object.keys(dialects);
    const other = names[(names.indexOf(dialect) + 1) % names.length];
    const last = random("last");
    const thinking = readingSteps(given, 4).map((step) => ({ ...step, reasoning: random("thought") }));
    const broken = [...thinking.slice(0, 2), { status: 503 }];
    return {
      last,
      providers: {
        one: { dialect, tool: agent.tool, steps: broken },
        other: { dialect: other, tool: agent.tool, steps: [...thinking, { say: last }] },
      },
      // OpenCode asks for what is listed first, which must not be one of the two.
      routes: ["either", "*"].map((match) => ({ match, to: ["one/sim-1", "other/sim-1"] })),
      judge: ([first, second]) => [
        ...(first.reached === 2 ? [] : ["the first provider was not led to its end"]),
        ...(second.asked[0]?.step === 2 ? [] : ["the second provider did not go on where the first failed"]),
      ],
    };
  },
};
