import { isAbsolute, join } from "node:path";

/** Where the state folder is. */
export interface StateOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The folder for the user's decisions, outside of every project. A relative XDG_STATE_HOME is ignored:
 * https://specifications.freedesktop.org/basedir-spec/latest/
 *
 * @example
 * stateFolder({ home: "/home/ada", env: {} }); // "/home/ada/.local/state/toolglot"
 */
export function stateFolder({ home, env = process.env }: StateOptions): string {
  const named = env.XDG_STATE_HOME ?? "";
  return join(isAbsolute(named) ? named : join(home, ".local", "state"), "toolglot");
}
