import {
  type Config,
  destinationsFor,
  isSimulated,
  missingProvider,
  noDestination,
  type Provider,
} from "@toolglot/gateway";
import { type AgentMessage, DEFAULT_MAX_TURNS, withText } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";
import { loadGatewayConfig } from "../gateway/load.ts";
import { askForModels } from "../gateway/offered-models.ts";
import { readText } from "../input/read.ts";
import { checkWritable, readConversation } from "./file.ts";

/** The checked arguments of `toolglot ask`. */
export interface AskPlan {
  readonly config: Config;
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly AgentMessage[];
  readonly maxTurns: number;
  /** The file to save the conversation to. */
  readonly save?: string;
}

/** Reads and checks the arguments, before anything is sent. */
export async function readPlan(args: Arguments): Promise<AskPlan> {
  const maxTurns = readTurns(args.get("max-turns"));
  const [resume, save] = [args.get("resume"), args.get("save")];
  const before = resume === undefined ? undefined : await readConversation(resume);
  const messages = withPrompt(before?.messages ?? [], await readPrompt(args.positionals[0]));
  const { config } = await loadGatewayConfig(args.get("config"));
  const model = args.get("model") ?? before?.model ?? (await defaultModel(config));
  checkModel(model, config);
  if (save !== undefined) checkWritable(save);
  const system = args.get("system") ?? before?.system;
  return {
    ...{ config, model, messages, maxTurns },
    ...(system === undefined ? {} : { system }),
    ...(save === undefined ? {} : { save }),
  };
}

function readTurns(word: string | undefined): number {
  if (word === undefined) return DEFAULT_MAX_TURNS;
  if (/^[1-9]\d{0,5}$/.test(word)) return Number(word);
  throw new UsageError(`--max-turns needs a number from 1 on, not ${JSON.stringify(word)}`);
}

async function readPrompt(word: string | undefined): Promise<string | undefined> {
  const text = word === "-" ? await readText(word) : word;
  return text?.trim() === "" ? undefined : text;
}

// A prompt without an answer can be sent again without a new one.
function withPrompt(messages: readonly AgentMessage[], prompt: string | undefined): readonly AgentMessage[] {
  if (prompt !== undefined) return withText(messages, prompt);
  if (messages.at(-1)?.role === "user") return messages;
  throw new UsageError('a prompt is missing: toolglot ask "What time is it?"');
}

// A route for every name decides the model; a provider alone does not.
async function defaultModel(config: Config): Promise<string> {
  const destinations = destinationsFor(config, DEFAULT_MODEL);
  if (destinations.length > 0 && destinations.every(({ model, provider }) => isExplicit(model, provider)))
    return DEFAULT_MODEL;
  throw new UsageError(`--model is missing; ${await knownModels(config)}`);
}

const DEFAULT_MODEL = "default";

function isExplicit(model: string, provider: Provider): boolean {
  return model !== DEFAULT_MODEL || isSimulated(provider);
}

// A catch-all route would send a misspelled provider's model elsewhere.
function checkModel(model: string, config: Config): void {
  const isOfProvider = model.includes("/") && !model.endsWith("/");
  const routes = isOfProvider ? config.routes.filter(({ match }) => match !== "*") : config.routes;
  if (destinationsFor({ ...config, routes }, model).length > 0) return;
  const missing = missingProvider(config, model);
  if (missing !== undefined) throw new UsageError(missing, { code: "provider_missing", isUnset: true });
  throw new UsageError(noDestination(config, model), { code: "model_not_found" });
}

async function knownModels(config: Config): Promise<string> {
  const { names } = await askForModels(config);
  const others = [...config.providers.keys()].filter((name) => !names.some((model) => model.startsWith(`${name}/`)));
  return `use one of ${[...names, ...others.map((name) => `${name}/MODEL`)].slice(0, 12).join(", ")}`;
}
