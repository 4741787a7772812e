/** Compiles where the value can be handed to a `T` without a cast; nothing here is run. */
export declare function accepts<T>(value: T): void;

/** A value of a type. */
export declare function a<T>(): T;
