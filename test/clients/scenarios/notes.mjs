import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A word that stands nowhere else. */
export function random(name) {
  return `${name}-${Math.random().toString(36).slice(2, 12)}`;
}

/** Files with a word in each, and the steps that have an agent read them one after the other. */
export function readingSteps({ agent, work }, count) {
  return Array.from({ length: count }, (_, index) => {
    const [file, word] = [join(work, `note-${index}.txt`), random(`word${index}`)];
    writeFileSync(file, `The word is ${word}.\n`);
    return { calls: [{ name: agent.tool, input: agent.call(file) }], done: [word] };
  });
}

/** One provider, which answers for every model. */
export function one({ agent, dialect }, steps, more = {}) {
  const last = random("last");
  const { model = "sim-1", ...rest } = more;
  return {
    last,
    providers: { it: { dialect, tool: agent.tool, steps: [...steps, { say: last }], ...rest } },
    routes: [{ match: "*", to: `it/${model}` }],
  };
}
