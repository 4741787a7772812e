import type { Config } from "@toolglot/gateway";
import { destinationsFor, isSimulated, isSimulatedOnly } from "@toolglot/gateway/serve";
import { escapeInvisible } from "./escape.ts";
import type { Style } from "./style.ts";

/** The text that must not be overlooked: the simulator answers, and no model. `undefined` if a real provider answers. */
export function simulatedNotice(config: Config, model?: string): string | undefined {
  if (isSimulatedOnly(config)) return onlySimulated(config);
  const destinations = model === undefined ? [] : destinationsFor(config, model);
  if (destinations.length === 0 || !destinations.every(({ provider }) => isSimulated(provider))) return undefined;
  return `${model} is the built-in simulator and not a model. ${MADE_UP}`;
}

/** The notice as a line of its own in a terminal. */
export function simulatedLine(notice: string, style: Style): string {
  return `${style.bold(style.yellow("SIMULATED:"))} ${escapeInvisible(notice)}\n`;
}

// The simulator is in every config, also under names that the config gives it.
function onlySimulated({ providers }: Config): string {
  const names = [...providers.values()].filter(isSimulated).map(({ name }) => name);
  const models = providers.size > names.length ? "every model that names no other provider" : "every model";
  const configured = names.filter((name) => name !== "sim");
  if (configured.length === 0)
    return `no provider is configured, so the built-in simulator answers for ${models}. ${MADE_UP} ${SET_KEY}`;
  return `the built-in simulator answers for ${models}, as ${configured.join(", ")}. ${MADE_UP} ${ADD_PROVIDER}`;
}

const MADE_UP = "Its answers are made up.";
const SET_KEY = "For real ones set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, … or write toolglot.yaml.";
const ADD_PROVIDER = "For real ones add another provider to the config.";
