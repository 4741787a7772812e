import { ConversionError } from "@toolglot/core";
import { type ChangeEntry, pathsChangedBy, unwrapOptional } from "../support/changed-paths.ts";
import { covered, difference, explained } from "../support/diff.ts";
import { convertTools } from "../support/dynamic.ts";
import type { Json } from "../support/json.ts";
import { isWithin, resolve, splitLast } from "../support/pointer.ts";
import { toMcp } from "../support/tool-layouts.ts";
import type { Placed } from "../support/weaken.ts";
import { runLaw } from "./run.ts";

runLaw(
  { id: "law-2", sentence: "names every difference after the way there and back" },
  ({ tool }, converted, { target }) => {
    const source: Json = [tool];
    const back = comeBack(converted.value, target.dialect);
    // What is refused on the way back is not lost in silence.
    if (back === undefined) return [];
    const losses = [...converted.losses, ...back.losses];
    const rules = [...converted.changes, ...back.changes];
    const returned = unwrapOptional(source, back.value, rules);
    const trip = { source, returned, losses, changes: rules.flatMap(pathsChangedBy) };
    return difference(source, returned)
      .filter((pointer) => !isReported(pointer, trip))
      .slice(0, 5)
      .map((pointer) => ({
        pointer,
        message: `${show(source, pointer)} came back as ${show(returned, pointer)} and no loss or change says so`,
      }));
  },
);

interface Trip {
  readonly source: Json;
  readonly returned: Json;
  readonly losses: readonly (Placed & { action: string })[];
  readonly changes: readonly Placed[];
}

interface Back {
  readonly value: Json;
  readonly losses: Trip["losses"];
  readonly changes: readonly ChangeEntry[];
}

function comeBack(value: Json[], dialect: string): Back | undefined {
  try {
    const back = convertTools(value, { from: dialect, to: "mcp" });
    const losses = back.losses.map(({ path, action }) => ({ path: toMcp(path, value, dialect), action }));
    const changes = back.changes.map(({ path, rule }) => ({ path: toMcp(path, value, dialect), rule }));
    return { value: back.value as Json, losses, changes };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

function isReported(pointer: string, trip: Trip): boolean {
  const { source, losses, changes } = trip;
  if (covered(pointer, losses, changes) || isDescribed(pointer, trip)) return true;
  return resolve(source, pointer) === undefined && explained(pointer, [...losses, ...changes]);
}

// Keywords that a schema could not keep are in its description, and a definition's own description follows where it is inlined.
function isDescribed(pointer: string, { source, returned, losses, changes }: Trip): boolean {
  const [parent, key] = splitLast(pointer);
  if (key !== "description") return false;
  const [before, after] = [resolve(source, pointer) ?? "", resolve(returned, pointer)];
  const grew = typeof before === "string" && typeof after === "string" && after.startsWith(before);
  const described = losses.some(({ action, path }) => action === "described" && isWithin(path, parent));
  return grew && (described || changes.some(({ path }) => path === `${parent}/$ref`));
}

function show(value: Json, pointer: string): string {
  return (JSON.stringify(resolve(value, pointer)) ?? "nothing").slice(0, 120);
}
