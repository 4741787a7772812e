import { MissingFeature } from "../../features.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { Engine } from "../lowering-state.ts";
import { expand } from "../rules/inline-refs.ts";
import type { SchemaPart } from "../source.ts";
import { copyVerbatim } from "./verbatim.ts";

/** Copies schemas for targets that accept nearly everything; a program without `schemaSubsets` has no other engine. */
export const verbatimEngine: Engine<Lowering> = {
  one: (part, place, context) => (isCopied(context) ? copyPart(part, place, context) : needsSubsets(place)),
  all: ([part, another], place, context) =>
    part !== undefined && another === undefined && isCopied(context)
      ? copyPart(part, place, context)
      : needsSubsets(place),
  whole: ({ place }) => needsSubsets(place),
  expanded: (_, place) => needsSubsets(place),
};

/** Whether the target accepts schemas as they are. */
export function isCopied({ profile, shared }: Lowering): boolean {
  return profile.unrestricted && !shared.renames;
}

/** Copies a schema, with its references inlined where the target has none. */
export function copyPart(part: SchemaPart, place: Place, context: Lowering): Eventually<Lowered | undefined> {
  if (context.profile.refs === "keep") return after(copyVerbatim(part, context), asLowered);
  return after(expand([part], context, true), (expanded) => {
    const [only, more] = expanded?.parts ?? [];
    if (expanded === undefined) return undefined;
    if (only === undefined || more !== undefined)
      return context.shared.engine.expanded(expanded.parts, place, expanded.context);
    return after(copyVerbatim(only, expanded.context), asLowered);
  });
}

function asLowered(schema: Lowered["schema"]): Lowered {
  return { schema };
}

function needsSubsets(place: Place): never {
  throw new MissingFeature("schemaSubsets", `rewriting the schema at ${place.pointer || "the root"}`);
}
