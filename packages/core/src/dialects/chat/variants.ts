import type { Provenance } from "../../model/node.ts";

/** A variant of the wire format, remembered so that its own dialect gets back what it wrote. */
export type Variant =
  /** The deprecated `function_call` or role `function`. */
  | "legacy"
  /** `arguments` are absent; or the text of the reasoning is in `reasoning_details` alone. */
  | "unsaid"
  /** `completion_tokens` leaves out the reasoning tokens. */
  | "apart";

/** Adds a variant to what a node remembers. */
export function withVariant(provenance: Provenance, dialect: string, mark: Variant): Provenance {
  return {
    ...provenance,
    extras: { ...provenance.extras, [dialect]: { ...provenance.extras?.[dialect], [mark]: true } },
  };
}

/** Whether a node was written in a variant. */
export function hasVariant({ extras }: Provenance, dialect: string, mark: Variant): boolean {
  return extras?.[dialect]?.[mark] === true;
}
