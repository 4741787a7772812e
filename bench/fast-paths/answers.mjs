// Which whole answers are read and written by fast paths alone.
import { fastFunctionsOf } from "../../packages/core/dist/fast/all.js";
import { createBridge } from "../../packages/core/dist/index.js";
import { clientOf } from "./clients.mjs";
import { Tally } from "./tally.mjs";

/** By dialect: the answers, how many of them no fast path has left, and where the others left one. */
export function answerCoverage(answers) {
  const tally = new Tally();
  const watch = watchFunctions(fastFunctionsOf(undefined));
  for (const { dialect, body } of answers) {
    const left = watch.during(() => createBridge({ client: clientOf(dialect), provider: dialect }).response(body));
    tally.add(dialect, left.length === 0, [...new Set(left)].toSorted().join(", "));
  }
  watch.stop();
  return tally.rows();
}

// Functions are replaced, because a count in the code itself would cost time in every program that uses it.
function watchFunctions(fast) {
  const original = { ...fast };
  let left = [];
  const watched = (name, run) =>
    function (...args) {
      const result = run.apply(this, args);
      if (result === undefined || result === false) left.push(`${name} ${subjectOf(args)}`);
      return result;
    };
  for (const [path, functions] of Object.entries(original)) {
    const entries = Object.entries(functions ?? {}).map(([name, run]) => [
      name,
      isPlain(run) ? watched(name, run) : run,
    ]);
    fast[path] = Object.fromEntries(entries);
  }
  return {
    during(run) {
      left = [];
      run();
      return left;
    },
    stop: () => Object.assign(fast, original),
  };
}

// Classes are called by `new`, and are no paths by themselves.
function isPlain(run) {
  return typeof run === "function" && !run.toString().startsWith("class");
}

/** What a fast path was asked to read or write: the type of the last object among its arguments, or its keys. */
function subjectOf(args) {
  const value = args.findLast((each) => typeof each === "object" && each !== null);
  if (value === undefined) return "";
  return typeof value.type === "string" ? value.type : Object.keys(value).toSorted().join(" ");
}
