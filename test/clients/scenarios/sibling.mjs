import { one, readingSteps } from "./notes.mjs";

/** Another model of the agent's own vendor, which refuses what that model refuses. */
export const sibling = {
  name: "sibling",
  suits: ({ sibling: { dialect } }, provider) => provider === dialect,
  plan: (given) => one(given, readingSteps(given, 2), { model: given.agent.sibling.model, refuses: true }),
};
