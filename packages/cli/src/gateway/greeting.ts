import { type Config, type Provider, SIMULATED } from "@toolglot/gateway";
import type { Screen } from "../output/screen.ts";
import { visible } from "../output/visible.ts";
import { programName } from "../program-name.ts";
import { addressOf } from "./address.ts";
import { clientLines, exampleRequest } from "./clients.ts";
import { CONFIG_FILES, type Loaded } from "./load.ts";

/** What a gateway that has just been started tells its user. */
export function greeting({ config, file }: Loaded, url: string, { style }: Screen): string {
  const hasKeys = config.keys.length > 0;
  const address = addressOf(config, url, hasKeys ? YOUR_KEY : ANY_KEY);
  const clients = clientLines(address).map(({ title, line }) => `  ${title.padEnd(13)}${style.cyan(visible(line))}\n`);
  const origin = file === undefined ? `the environment (no ${CONFIG_FILES[0]} here)` : visible(file);
  return `${style.bold(`Toolglot listens on ${url}`)}
  ${"config".padEnd(13)}${origin}
${providerLines(config)}
${style.bold("Point a client at it")}${hasKeys ? `, with one of your keys for ${YOUR_KEY}` : ""}
${clients.join("")}
${style.bold("Or start one together with a gateway of its own")}
  ${style.cyan(`${programName()} run claude --model PROVIDER/MODEL`)}

${style.bold("Try it")}
  ${style.cyan(exampleRequest(address, hasKeys ? YOUR_KEY : undefined))}
`;
}

const YOUR_KEY = "YOUR_KEY";

/** Clients want a key even where none is asked for. */
const ANY_KEY = "toolglot";

function providerLines({ providers }: Config): string {
  const names = [...providers.values()].map((provider) => `  ${visible(provider.name).padEnd(13)}${about(provider)}\n`);
  return names.join("");
}

function about({ dialect, baseUrl }: Provider): string {
  return baseUrl === SIMULATED ? `${dialect}, simulated here` : visible(`${dialect} at ${new URL(baseUrl).host}`);
}
