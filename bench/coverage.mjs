// How much of recorded traffic takes the fast paths, and why the rest does not: node bench/coverage.mjs [--json] [--own].
// It looks at counts and not at times, so that a busy machine changes nothing. Build first: npx tsc -b
import { parseArgs } from "node:util";
import { answerCoverage } from "./fast-paths/answers.mjs";
import { streamCoverage } from "./fast-paths/streams.mjs";
import { toMarkdown } from "./fast-paths/table.mjs";
import { about } from "./machine.mjs";
import { recordedAnswers } from "./traffic.mjs";

const { values: flags } = parseArgs({ options: { json: { type: "boolean" }, own: { type: "boolean" } } });

/** A vendor's own servers; others speak its dialect with fields of their own. */
const VENDORS = {
  "openai-chat": ["openai", "azure"],
  "openai-responses": ["openai", "azure", "chatgpt"],
  anthropic: ["anthropic", "vertex"],
  gemini: ["gemini", "google", "vertex"],
  ollama: ["ollama"],
};

const answers = recordedAnswers().filter(({ dialect, provider }) => !flags.own || VENDORS[dialect].includes(provider));
const results = {
  ...about(),
  streams: streamCoverage(answers.filter(({ stream }) => stream !== undefined)),
  answers: answerCoverage(answers.filter(({ body }) => body !== undefined)),
};
console.log(flags.json ? JSON.stringify(results, null, 2) : toMarkdown(results));
