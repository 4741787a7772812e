import { convertTools, type Loss } from "@toolglot/core";
import { covered, difference } from "../support/diff.ts";
import { toMcp } from "../support/forms.ts";
import type { Json } from "../support/json.ts";
import { isWithin, resolve, splitLast } from "../support/pointer.ts";
import type { Placed } from "../support/weaken.ts";
import { runLaw } from "./run.ts";

runLaw(
  { id: "law-2", sentence: "names every difference after the way there and back" },
  ({ tool }, converted, { target }) => {
    const source: Json = [tool];
    const back = convertTools(converted.value, { from: target.dialect, to: "mcp" });
    const mapped = (entries: readonly Placed[]) =>
      entries.map(({ path }) => ({ path: toMcp(path, converted.value, target.dialect) }));
    const losses = [...converted.losses, ...mapped(back.losses)];
    const changes = [...converted.changes, ...mapped(back.changes)];
    const returned = back.value as Json;
    return difference(source, returned)
      .filter(
        (pointer) =>
          !covered(pointer, losses, changes) && !isDescribed(pointer, { source, returned, losses: converted.losses }),
      )
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
  readonly losses: readonly Loss[];
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
