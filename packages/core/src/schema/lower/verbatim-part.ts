import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { expand } from "../rules/inline-refs.ts";
import type { SchemaPart } from "../source.ts";
import { copyVerbatim } from "./verbatim.ts";

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
