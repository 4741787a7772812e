/**
 * A node with every field of its type, absent ones as `undefined`. Constructors of nodes declare their result with it, so that a new
 * field of the model is a compile error where it is forgotten.
 */
export type Whole<T> = { readonly [Field in keyof Required<T>]: T[Field] };
