import { CommandFailure, MultipleFailures } from "../failure.ts";
import { type LoadedConfig, loadGatewayConfig } from "../gateway/load.ts";
import { simulatedNotice } from "../output/simulated.ts";
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
      if (!(error instanceof CommandFailure)) throw error;
      const all = error instanceof MultipleFailures ? error.all : [error];
      return all.map(({ reason, details }) => failed("config", reason, details.fix ?? "fix the config"));
    }
  }
}

function configFinding({ config, file }: LoadedConfig): Finding {
  const notice = simulatedNotice(config);
  const origin = file ?? "made from the environment";
  return notice === undefined ? ok("config", origin) : note("SIMULATED", `${origin}: ${notice}`);
}
