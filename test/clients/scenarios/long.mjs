import { one, readingSteps } from "./notes.mjs";

const TURNS = 40;

/** A session of forty turns. */
export const long = {
  name: "long",
  plan: (given) => one(given, readingSteps(given, TURNS)),
};
