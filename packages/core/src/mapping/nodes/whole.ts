/** A node with every field of its type, given or not, so that a new field does not compile where nodes are built without it. */
export type Whole<T> = { readonly [Field in keyof Required<T>]: T[Field] };
