import type { ConfigError, ConfigProblem } from "./error.ts";

export type Path = readonly (string | number)[];

/** What is wrong with a value, or with its key. */
export interface SourceProblem extends Pick<ConfigProblem, "message" | "fix" | "isUnset"> {
  readonly part?: "key" | "value";
}

/** The text of a config: its value, the position of each part, and the problems found. */
export interface ConfigSource {
  /** Objects are `Map`s, which keep the order of their keys and have no prototype keys. */
  readonly value: unknown;
  /** Adds a problem of the value at a path, or of its key. */
  fail(path: Path, problem: SourceProblem): void;
  /** The position of the value at a path, for messages. */
  place(path: Path): string;
  /** Throws if there are problems. */
  check(): void;
  /** All problems, in the order of the text. */
  error(): ConfigError;
}
