/** One thing that is wrong in a config, where it is, and what to do about it. */
export interface ConfigProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON Pointer of the value that is wrong. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** All that is wrong in a config. */
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
