/** Work in steps: between two of them, a server can attend to other requests. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * A result, or the steps to it. Work begins at once and becomes steps where its first pause is due: entering a generator
 * costs more than lowering most schemas.
 */
export type Eventually<T> = T | Steps<T>;
