import { ConversionError, convertTools } from "@toolglot/core";
import { covered, difference, explained } from "../support/diff.ts";
import { toMcp } from "../support/forms.ts";
import type { Json } from "../support/json.ts";
import { isWithin, resolve, splitLast } from "../support/pointer.ts";
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
    const trip = { source, returned: back.value, losses, changes: [...converted.changes, ...back.changes] };
    return difference(source, back.value)
      .filter((pointer) => !isTold(pointer, trip))
      .slice(0, 5)
      .map((pointer) => ({
        pointer,
        message: `${show(source, pointer)} came back as ${show(back.value, pointer)} and no loss or change says so`,
      }));
  },
);

interface Trip {
  readonly source: Json;
  readonly returned: Json;
  readonly losses: readonly (Placed & { action: string })[];
  readonly changes: readonly Placed[];
}

function comeBack(value: Json[], dialect: string): (Omit<Trip, "source" | "returned"> & { value: Json }) | undefined {
  try {
    const back = convertTools(value, { from: dialect, to: "mcp" });
    const losses = back.losses.map(({ path, action }) => ({ path: toMcp(path, value, dialect), action }));
    const changes = back.changes.map(({ path }) => ({ path: toMcp(path, value, dialect) }));
    return { value: back.value as Json, losses, changes };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

function isTold(pointer: string, trip: Trip): boolean {
  const { source, losses, changes } = trip;
  if (covered(pointer, losses, changes) || isDescribed(pointer, trip)) return true;
  return resolve(source, pointer) === undefined && explained(pointer, [...losses, ...changes]);
}

// What a schema could not keep is told in its description, which grows by it.
function isDescribed(pointer: string, { source, returned, losses }: Trip): boolean {
  const [parent, key] = splitLast(pointer);
  if (key !== "description") return false;
  const [before, after] = [resolve(source, pointer) ?? "", resolve(returned, pointer)];
  const grew = typeof before === "string" && typeof after === "string" && after.startsWith(before);
  return grew && losses.some(({ action, path }) => action === "described" && isWithin(path, parent));
}

function show(value: Json, pointer: string): string {
  return (JSON.stringify(resolve(value, pointer)) ?? "nothing").slice(0, 120);
}
