import type { DiscoverOptions } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";

/** What the arguments give and deny to executables. */
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
    throw new UsageError(`--env needs a tool and a variable, as in word_count:TOKEN, not ${JSON.stringify(word)}`);
  const value = process.env[variable];
  if (value === undefined) throw new UsageError(`--env ${word}: there is no variable ${variable} in the environment`);
  return { tool, variable, value };
}
