import {
  type Config,
  ConfigError,
  type ConfigProblem,
  isSimulated,
  listModels,
  listPresets,
  nodeSend,
  nodeSystem,
  type Provider,
  probeProvider,
  readConfig,
  type Send,
  usualModel,
} from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, UsageError, unknownValue } from "../failure.ts";
import { type LoadedConfig, loadGatewayConfig } from "../gateway/load.ts";
import { logNote } from "../output/messages.ts";
import { reportTest } from "./test-report.ts";
import { testTool } from "./tool-test.ts";

/** Runs `toolglot providers test`. */
export async function test(name: string, args: Arguments): Promise<ExitCode> {
  const loaded = await loadGatewayConfig(args.get("config"));
  const provider = loaded.config.providers.get(name) ?? (await presetProvider(name, loaded.config));
  const { send, close } = nodeSend();
  try {
    const model = args.get("model") ?? knownModel(provider, loaded) ?? (await missingModel(provider, send));
    if (!args.has("json")) logNote(`asking ${model} of ${provider.name} to call a tool …`);
    const result = await testTool(loaded, { provider, model, send });
    return (await reportTest({ provider, model, result }, args)) ? EXIT.ok : EXIT.failed;
  } finally {
    await close();
  }
}

// A preset need not be in the config to be tried.
async function presetProvider(name: string, config: Config): Promise<Provider> {
  const { env } = process;
  const presets = listPresets(env).flatMap((preset) => [preset.name, ...preset.aliases]);
  try {
    const { providers } = await readConfig(JSON.stringify({ providers: { [name]: { preset: name } } }), { name, env });
    const provider = providers.get(name);
    if (provider !== undefined) return provider;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [problem] = error.problems;
    if (presets.includes(name) || problem?.message.includes("more than a key"))
      throw new CommandFailure(error.problems.map(problemText).join("; "), {
        code: "config",
        isUnset: problem?.isUnset,
      });
  }
  throw unknownValue("provider", name, [...config.providers.keys(), ...presets]);
}

function problemText({ message, fix }: ConfigProblem): string {
  return `${message.replace(/^providers\.\S+ is/, "the preset is")}; ${fix}`;
}

// A model that the config names for it, or the usual one of its vendor.
function knownModel(provider: Provider, { config }: LoadedConfig): string | undefined {
  if (isSimulated(provider)) return "tools";
  const named = listModels(config).find(({ id }) => id.startsWith(`${provider.name}/`));
  return named?.id.slice(provider.name.length + 1) ?? usualModel(provider);
}

async function missingModel(provider: Provider, send: Send): Promise<never> {
  const { modelNames = [] } = await probeProvider(provider, send, LIST_TIMEOUT, nodeSystem);
  const some = modelNames.slice(0, 5).join(", ");
  const more = modelNames.length > 5 ? `, … (${modelNames.length})` : "";
  throw new UsageError(
    `no model given: toolglot providers test ${provider.name} --model MODEL${some === "" ? "" : `, one of ${some}${more}`}`,
  );
}

/** In milliseconds. */
const LIST_TIMEOUT = 10_000;
