import { type ClientCard, type Config, isSimulated, needsKey, type Served } from "@toolglot/gateway";
import { escapeInvisible } from "../output/escape.ts";
import type { Screen } from "../output/screen.ts";
import { simulatedLine, simulatedNotice } from "../output/simulated.ts";
import { programName } from "../program-name.ts";
import { clientCards, clientCommands, exampleRequest } from "./clients.ts";
import { endpointOf } from "./endpoint.ts";
import { CONFIG_FILES, type LoadedConfig } from "./load.ts";
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
  const hasKeys = needsKey(config);
  const address = endpointOf(config, url, hasKeys ? YOUR_KEY : ANY_KEY);
  const clients = clientCommands(address).map(
    ({ title, line }) => `  ${title.padEnd(13)}${style.cyan(escapeInvisible(line))}\n`,
  );
  const origin = file === undefined ? `from the environment (there is no ${CONFIG_FILES[0]})` : escapeInvisible(file);
  const notice = simulatedNotice(config);
  return `${style.bold(`Toolglot is listening on ${url}`)}
${notice === undefined ? "" : `\n${simulatedLine(notice, style)}\n`}  ${"config".padEnd(13)}${origin}
${workers === 1 ? "" : `  ${"workers".padEnd(13)}${workers}\n`}${providerLines(config)}${routeLine(config)}${gateway.inspector?.isEnabled ? `  ${"inspector".padEnd(13)}${address.url}/\n` : ""}
${style.bold("Point a client at it")}${hasKeys ? `, with one of your keys for ${YOUR_KEY}` : ""}
${clients.join("")}
${style.bold("Or start an agent with a gateway of its own")}
  ${style.cyan(`${programName()} run claude --model PROVIDER/MODEL`)}

${style.bold("Try it")}
  ${style.cyan(exampleRequest(address, hasKeys ? YOUR_KEY : undefined))}
`;
}

/** The clients that the inspector's page shows. */
export function greetedClients(config: Config, url: string): ClientCard[] {
  return clientCards(endpointOf(config, url, needsKey(config) ? YOUR_KEY : ANY_KEY));
}

const YOUR_KEY = "YOUR_KEY";

/** Clients require a key even if the gateway does not. */
const ANY_KEY = "toolglot";

// Without routes, an agent's own model names reach a provider that may not have them.
function routeLine({ routes, providers }: Config): string {
  const [route, ...others] = routes;
  const [target] = route?.to ?? [];
  const provider = providers.get(target?.provider ?? "");
  if (others.length > 0 || target?.model !== undefined || provider === undefined || isSimulated(provider)) return "";
  const name = escapeInvisible(provider.name);
  return `  ${"routes".padEnd(13)}none: every model name goes to ${name} as it is, such as claude-* and gpt-*;
  ${"".padEnd(13)}map them with routes, e.g. { match: "claude-*", to: ${name}/MODEL }\n`;
}
