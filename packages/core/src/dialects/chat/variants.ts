import type { Provenance } from "../../model/node.ts";

/** A habit of a source that only its own dialect needs to know of, so that it gets back what it wrote. */
export type Variant =
  /** A form of the family's first years. */
  | "legacy"
  /** Arguments are left out, because there are none; or the words of thoughts, because their signatures have them. */
  | "unsaid"
  /** The tokens of thoughts are not counted as output. */
  | "apart";

/** What a node remembers, and a mark. */
export function withVariant(noted: Provenance, dialect: string, mark: Variant): Provenance {
  return { ...noted, extras: { ...noted.extras, [dialect]: { ...noted.extras?.[dialect], [mark]: true } } };
}

/** Whether a node has the mark of this dialect. */
export function hasVariant({ extras }: Provenance, dialect: string, mark: Variant): boolean {
  return extras?.[dialect]?.[mark] === true;
}
