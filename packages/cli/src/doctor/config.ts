import { Failure, MultipleFailures } from "../failure.ts";
import { CONFIG_FILES, type LoadedConfig, loadGatewayConfig } from "../gateway/load.ts";
import { type Finding, failed, note, ok } from "./finding.ts";

/** Checks the config; `loaded` is set if it is valid. */
export async function checkConfig(file: string | undefined): Promise<{ loaded?: LoadedConfig; findings: Finding[] }> {
  const warnings: Finding[] = [];
  try {
    const loaded = await loadGatewayConfig(file, (warning) => warnings.push(note("config", warning)));
    return { loaded, findings: [configFinding(loaded), ...warnings] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const all = error instanceof MultipleFailures ? error.all : [error];
    return { findings: all.map(({ message }) => failed("config", message, "fix the config")) };
  }
}

function configFinding({ config, file }: LoadedConfig): Finding {
  if (file !== undefined) return ok("config", file);
  if (config.providers.size > 1) return ok("config", "made from the environment");
  const fix = `set a key such as OPENAI_API_KEY or ANTHROPIC_API_KEY, or write ${CONFIG_FILES[0]}`;
  return note("config", "made from the environment, which contains no API key of a provider", fix);
}
