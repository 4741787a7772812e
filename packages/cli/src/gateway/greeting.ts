import type { Config, Served } from "@toolglot/gateway";
import { needsKey } from "@toolglot/gateway/serve";
import { escapeInvisible } from "../output/escape.ts";
import type { Screen } from "../output/screen.ts";
import { shellQuote } from "../output/shell.ts";
import { simulatedLine, simulatedNotice } from "../output/simulated.ts";
import { programName } from "../program-name.ts";
import { clientCommands, exampleRequest } from "./clients.ts";
import { type OfferedGateway, reachable } from "./endpoint.ts";
import { CONFIG_FILES, type LoadedConfig } from "./load.ts";
import { MODEL_PLACEHOLDER, type OfferedModels } from "./offered-models.ts";
import { providerLines } from "./provider-lines.ts";

/** What the greeting needs of a gateway that was started. */
export type Started = Pick<Served, "url"> & {
  readonly gateway: Pick<Served["gateway"], "inspector">;
  /** How many processes serve; by default this one. */
  readonly workers?: number;
};

/** The text that `toolglot serve` prints when it has started. */
export function greeting(
  { config, file }: LoadedConfig,
  { url, gateway, workers = 1 }: Started,
  { style }: Screen,
): string {
  const origin = file === undefined ? `from the environment (there is no ${CONFIG_FILES[0]})` : escapeInvisible(file);
  const notice = simulatedNotice(config);
  return `${style.bold(`Toolglot is listening on ${url}`)}
${notice === undefined ? "" : `\n${simulatedLine(notice, style)}\n`}  ${"config".padEnd(13)}${origin}
${workers === 1 ? "" : `  ${"workers".padEnd(13)}${workers}\n`}${providerLines(config)}${gateway.inspector?.isEnabled ? `  ${"inspector".padEnd(13)}${reachable(url)}/\n` : ""}`;
}

/** The text after the greeting: how clients use the gateway. */
export function clientsText(gateway: OfferedGateway, { style }: Screen): string {
  const { key, offered } = gateway;
  const clients = clientCommands(gateway).map(
    ({ title, line }) => `  ${title.padEnd(13)}${style.cyan(escapeInvisible(line))}\n`,
  );
  return `${routeLine(offered)}
${style.bold("Point a client at it")}${replacements(gateway)}
${clients.join("")}
${style.bold("Or start an agent with a gateway of its own")}
  ${style.cyan(escapeInvisible(`${programName()} run claude${modelOption(offered)}`))}

${style.bold("Try it")}
  ${style.cyan(escapeInvisible(exampleRequest(gateway, key === YOUR_KEY ? key : undefined)))}
`;
}

/** The gateway for the clients of this machine, whose keys are not known here. */
export function offeredGateway(config: Config, url: string, offered: OfferedModels): OfferedGateway {
  return { url, key: needsKey(config) ? YOUR_KEY : ANY_KEY, offered };
}

const YOUR_KEY = "YOUR_KEY";

/** Clients require a key even if the gateway does not. */
const ANY_KEY = "toolglot";

// A line works as it is printed, or else it says what to put in.
function replacements({ key, offered }: OfferedGateway): string {
  const words = [
    ...(key === YOUR_KEY ? [`one of your keys for ${YOUR_KEY}`] : []),
    ...(offered.isKnown ? [] : [`the name of a model for ${MODEL_PLACEHOLDER}`]),
  ];
  return words.length === 0 ? "" : `, with ${words.join(" and ")}`;
}

// The option needs the name of a provider, and a client may name a route. It would take the place of the user's own routes.
function modelOption({ names, providers, isRouted }: OfferedModels): string {
  if (isRouted) return "";
  const model = names.find((name) => providers.some((provider) => name.startsWith(`${provider}/`)));
  return ` --model ${shellQuote(model ?? `PROVIDER/${MODEL_PLACEHOLDER}`)}`;
}

// Without routes, an agent's own model names reach a provider that may not have them.
function routeLine({ unrouted, missing, names: [example] }: OfferedModels): string {
  if (missing !== undefined) return missingLine(missing);
  if (unrouted === undefined) return "";
  return `  ${"routes".padEnd(13)}none: every model name goes to ${escapeInvisible(unrouted.name)} as it is, such as claude-* and gpt-*;
  ${"".padEnd(13)}map them with routes, e.g. { match: "claude-*", to: ${escapeInvisible(example ?? "")} }\n`;
}

function missingLine({ provider, model }: NonNullable<OfferedModels["missing"]>): string {
  const [name, missing] = [provider.name, model].map(escapeInvisible);
  return `  ${"routes".padEnd(13)}other names lead to ${missing}, which ${name} does not list: install it there, or name a
  ${"".padEnd(13)}model that it has, as the lines below do\n`;
}
