// Notes when a fast path gives up, and the tables of the layouts do the work.
import { fastFunctionsOf } from "../../packages/core/dist/fast/all.js";

/**
 * Those that give up to the tables. A part that `plainParts` leaves is written by `defaultLayout`, and schemas are no part of an
 * answer.
 */
const BEFORE_TABLES = ["defaultLayout"];

// Functions are replaced, because a count in the code itself would cost time in every program that uses it.
export function watchTables() {
  const fast = fastFunctionsOf(undefined);
  const original = { ...fast };
  let left = [];
  for (const path of BEFORE_TABLES)
    fast[path] = mapValues(fast[path], (name, run) => (...args) => {
      const result = run(...args);
      if (result === undefined) left.push(`${name} ${subjectOf(args)}`);
      return result;
    });
  return {
    /** Where tables did the work, since this was asked before. */
    take() {
      const [...taken] = new Set(left);
      left = [];
      return taken.toSorted();
    },
    stop: () => Object.assign(fast, original),
  };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]));
}

/** What was to be read or written: the dialect of its layout, and its type or its keys. */
function subjectOf([{ dialect }, ...args]) {
  const value = args.find((each) => typeof each === "object" && each !== null) ?? {};
  return `${dialect} ${typeof value.type === "string" ? value.type : Object.keys(value).toSorted().join(" ")}`;
}
