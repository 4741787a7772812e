import type { Config } from "@toolglot/gateway";
import type { Agent } from "../agents/agent.ts";
import { UsageError } from "../failure.ts";
import { logNote } from "../output/messages.ts";
import { type AgentModels, withAgentModels } from "./agent-models.ts";
import { modelFor } from "./endpoint.ts";
import { askForModels, type OfferedModels, offeredModels } from "./offered-models.ts";

/** The config for an agent, and the models that it can ask for. */
export interface AgentSetup {
  readonly config: Config;
  readonly offered: OfferedModels;
  /** The model that all of its requests go to, if it is a single one. */
  readonly model: string | undefined;
}

/** Decides where an agent's requests go: as the options say, or else as the config does, if that leads somewhere. */
export async function setUpAgent(agent: Agent, config: Config, options: AgentModels): Promise<AgentSetup> {
  if (options.model !== undefined || options.models !== undefined) return withOptions(config, options);
  const offered = await askForModels(config);
  const model = modelFor(agent, offered);
  if (model !== undefined) {
    logNote(`${agent.title} gets ${model}; --model chooses another`);
    return withOptions(config, { model, models: undefined });
  }
  if (!offered.isKnown) explainUnknown(agent, offered);
  return { config, offered, model };
}

function withOptions(loaded: Config, options: AgentModels): AgentSetup {
  const config = withAgentModels(loaded, options);
  return { config, offered: offeredModels(config), model: options.models === undefined ? options.model : undefined };
}

// The provider may still have the models that an agent knows.
function explainUnknown({ family, title }: Agent, { names: [example], unrouted }: OfferedModels): void {
  if (family === undefined) throw new UsageError(`${title} needs a model: --model ${example}`);
  if (unrouted !== undefined)
    logNote(`every model name goes to ${unrouted.name} as it is; --model ${example} sends all to one model`);
}
