import { Failure, MultipleFailures } from "../failure.ts";
import { CONFIG_FILES, type LoadedConfig, loadGatewayConfig } from "../gateway/load.ts";
import type { Check } from "./check.ts";
import { type Finding, failed, note, ok } from "./finding.ts";

/** Checks the config. */
export class ConfigCheck implements Check {
  readonly what = "config";
  /** The config, once it was checked, if it is valid. */
  loaded: LoadedConfig | undefined;
  private readonly file: string | undefined;

  constructor(file: string | undefined) {
    this.file = file;
  }

  async run(): Promise<Finding[]> {
    const warnings: Finding[] = [];
    try {
      this.loaded = await loadGatewayConfig(this.file, (warning) => warnings.push(note("config", warning)));
      return [configFinding(this.loaded), ...warnings];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const all = error instanceof MultipleFailures ? error.all : [error];
      return all.map(({ message }) => failed("config", message, "fix the config"));
    }
  }
}

function configFinding({ config, file }: LoadedConfig): Finding {
  if (file !== undefined) return ok("config", file);
  if (config.providers.size > 1) return ok("config", "made from the environment");
  const fix = `set a key such as OPENAI_API_KEY or ANTHROPIC_API_KEY, or write ${CONFIG_FILES[0]}`;
  return note("config", "made from the environment, which contains no API key of a provider", fix);
}
