/** A problem in a config: its position, and how to fix it. */
export interface ConfigProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON Pointer to the value. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
  /** Set if an environment variable is needed that is not set. */
  readonly isUnset?: true;
}

/** All problems in a config. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(problemLine).join("\n"));
    this.problems = problems;
  }
}

function problemLine({ file, line, column, message, fix }: ConfigProblem): string {
  return `${file}:${line}:${column}: ${message}; ${fix}`;
}
