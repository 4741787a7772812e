import { one, random, readingSteps } from "./notes.mjs";

/** The part of its reasoning that a provider requires back, as in its response. */
const SIGNATURES = {
  anthropic: /"signature":"([^"]+)"/g,
  gemini: /"thoughtSignature":"([^"]+)"/g,
  "openai-responses": /"encrypted_content":"([^"]+)"/g,
};

/** The provider reasons before each call, and gets its reasoning back with the result, in this turn and all that follow. */
export const reasoning = {
  name: "reasoning",
  plan: (given) => {
    const steps = readingSteps(given, 3).map((step) => ({
      ...step,
      reasoning: `The next note ${random("thought")} matters.`,
    }));
    return { ...one(given, steps), judge: ([provider]) => lost(provider, given.dialect) };
  },
};

function lost({ asked, plan }, dialect) {
  const failures = [];
  for (const [index, { body, step }] of asked.entries())
    for (const before of asked.slice(0, index).filter((each) => each.step < step)) {
      const missing = wanted(before, plan, dialect).filter((text) => !body.includes(text));
      if (missing.length > 0) failures.push(`reasoning of step ${before.step} is gone in step ${step}`);
    }
  return failures;
}

function wanted({ answer = "", step }, plan, dialect) {
  const found = SIGNATURES[dialect];
  if (found === undefined) return [plan.steps[step].reasoning].filter((text) => text !== undefined);
  return [...new Set([...answer.matchAll(found)].map(([, signature]) => signature))];
}
