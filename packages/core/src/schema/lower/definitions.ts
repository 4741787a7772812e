import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";

/** The definitions that were kept, for the target's schema. */
export function definitions(context: Lowering): Record<string, Json> | undefined {
  const { definitions: known } = context.shared;
  if (known === undefined) return undefined;
  const kept = [...known.values()].flatMap(({ name, lowered }) =>
    lowered === undefined ? [] : [[name, lowered.schema] as const],
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
