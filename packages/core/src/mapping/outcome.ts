// Every field of a node ends as written, changed or lost. A field for which `writeNode` gets a value is written where the layout
// has a place for it. A codec that takes care of a field by other means says what became of it by one of these, in place of a
// value. A field of which nothing is said is lost, and reported as such.

/** The codec writes the field by other means: as part of another field, or outside of the object. */
export const WRITTEN: unique symbol = Symbol("written");

/** The target means the same without the field; the codec has reported a change, where there is one to report. */
export const CHANGED: unique symbol = Symbol("changed");

/** The codec has reported the loss of the field itself. */
export const LOST: unique symbol = Symbol("lost");

/** What became of a field that is not written as a value of its own. */
export type FieldOutcome = typeof WRITTEN | typeof CHANGED | typeof LOST;
