// The fast path `ordinarySchema`, for the subschemas of an object or an array.

import { isObject } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { Eventually, Steps } from "../model/steps.ts";
import type { Place } from "../place.ts";
import type { Lowering } from "../schema/context.ts";
import type { Lowered } from "../schema/lens.ts";
import { isSteps } from "../steps.ts";
import { lowerOrdinaryLeaf } from "./ordinary-leaf.ts";

/** Thrown where a schema needs the reference path from its root on. */
export class NotOrdinary extends Error {
  constructor() {
    super("this schema is lowered by the reference path");
    this.name = "NotOrdinary";
  }
}

/** How many subschemas are lowered without a pause. */
const MAX_SCHEMAS = 500;

/** Lowers a property that is not a leaf without pauses. */
export function lowerProperty(schema: Json, place: Place, context: Lowering): Lowered {
  if (!isObject(schema) || context.shared.nodes > MAX_SCHEMAS) throw new NotOrdinary();
  return finishSoon(context.child(schema, place), context);
}

/** Lowers the items of an array without pauses. */
export function lowerItems(schema: Json, around: Place, context: Lowering): Lowered {
  if (!isObject(schema) || context.shared.nodes > MAX_SCHEMAS) throw new NotOrdinary();
  const { items = context.childProfile, anyOfInItems } = context.profile;
  const leaf = items === context.childProfile ? lowerOrdinaryLeaf(schema, "items", around, context) : undefined;
  if (leaf !== undefined) return { schema: leaf };
  const lowered = finishSoon(context.child(schema, around.at("items"), items), context);
  // Where the target accepts no union there, it is boxed.
  if (lowered.schema.anyOf !== undefined && !anyOfInItems) throw new NotOrdinary();
  return lowered;
}

/** How many pauses of the reference path are skipped in one schema, at most. */
const MAX_PAUSES = 4;

/** Takes the steps to a lowered schema at once; one without any valid value is left to the reference path, too. */
export function finishSoon(result: Eventually<Lowered | undefined>, { report }: Lowering): Lowered {
  const lowered = isSteps(result) ? takeSteps(result) : result;
  // The pauses that were left out here are made up for after the tool.
  if (isSteps(result)) report.ledger.budget.owePause();
  if (lowered === undefined) throw new NotOrdinary();
  return lowered;
}

function takeSteps<T>(steps: Steps<T | undefined>): T | undefined {
  for (let pauses = 0; pauses <= MAX_PAUSES; pauses++) {
    const { done, value } = steps.next();
    if (done) return value;
  }
  return undefined;
}
