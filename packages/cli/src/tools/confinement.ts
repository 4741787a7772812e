import type { DiscoverOptions } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";

/** The environment variables and the confinement of executables, from the arguments. */
export function confinementIn(args: Arguments): Pick<DiscoverOptions, "sandbox" | "environmentFor"> {
  const granted = args.all("env").map(readGrant);
  return {
    sandbox: args.has("sandbox") ? "bwrap" : undefined,
    environmentFor: (name) =>
      Object.fromEntries(granted.filter(({ tool }) => tool === name).map(({ variable, value }) => [variable, value])),
  };
}

interface Grant {
  readonly tool: string;
  readonly variable: string;
  readonly value: string;
}

function readGrant(word: string): Grant {
  const [, tool, variable] = /^(\w+):(\w+)$/.exec(word) ?? [];
  if (tool === undefined || variable === undefined)
    throw new UsageError(`--env needs TOOL:NAME, such as word_count:TOKEN, not ${JSON.stringify(word)}`);
  const value = process.env[variable];
  if (value === undefined) throw new UsageError(`--env ${word}: the environment variable ${variable} is not set`);
  return { tool, variable, value };
}
