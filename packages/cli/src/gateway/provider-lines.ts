import type { Config, FoundBy, Provider } from "@toolglot/gateway";
import { isSimulated } from "@toolglot/gateway/serve";
import { escapeInvisible } from "../output/escape.ts";
import { plural } from "../output/messages.ts";

/** The providers of a config, and by which variables they were found, in lines for people. */
export function providerLines({ providers }: Pick<Config, "providers">): string {
  return [...providers.values()].map(linesOf).join("");
}

/** The width of names in the greeting; a longer one begins its line all the same. */
const MARGIN = 15;

const WIDTH = 80;

function linesOf(provider: Provider): string {
  const { name, apiKeys, foundBy } = provider;
  const keys = apiKeys === undefined ? [] : [plural(apiKeys.length, "key")];
  const pieces = [addressOf(provider), ...keys, ...(foundBy === undefined ? [] : foundTexts(foundBy))];
  return wrapped(`  ${escapeInvisible(name)}  `.padEnd(MARGIN), pieces.map(escapeInvisible)).join("");
}

// Several pieces share a line where they fit.
function wrapped(start: string, [first = "", ...rest]: readonly string[]): string[] {
  const lines = [start + first];
  for (const piece of rest) {
    const joined = `${lines.at(-1)}, ${piece}`;
    if (joined.length <= WIDTH) lines[lines.length - 1] = joined;
    else lines.push(" ".repeat(MARGIN) + piece);
  }
  return lines.map((line) => `${line}\n`);
}

function addressOf(provider: Provider): string {
  if (isSimulated(provider)) return "the built-in simulator, not a model";
  const { dialect, platform, baseUrl } = provider;
  return `${dialect}${platform === undefined ? "" : ` on ${platform.name}`} at ${new URL(baseUrl).host}`;
}

// A variable may be set for another purpose, or be meant for another provider.
function foundTexts({ variable, others = [], isNamedOnly }: FoundBy): string[] {
  return [
    `by ${variable}`,
    ...(isNamedOnly === undefined ? [] : ["for models that name it"]),
    ...(others.length === 0 ? [] : [`not ${others.join(", ")} (needs a config)`]),
  ];
}
