import type { ClientCard } from "@toolglot/gateway";
import type { Agent, LaunchOptions } from "../agents/agent.ts";
import { agents } from "../agents/index.ts";
import { shellQuote } from "../output/shell.ts";
import { programName } from "../program-name.ts";
import { endpointOf, modelFor, type OfferedGateway } from "./endpoint.ts";
import { MODEL_PLACEHOLDER } from "./offered-models.ts";

/** A client, and the command that points it at the gateway. */
export interface ClientCommand {
  readonly title: string;
  readonly line: string;
}

/** The commands for all clients. */
export function clientCommands(gateway: OfferedGateway): ClientCommand[] {
  const { url, key } = endpointOf(gateway);
  const sdks = { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key };
  return [
    ...agents.map((agent) => ({ title: agent.title, line: agentLine(agent, gateway) })),
    { title: "OpenAI SDKs", line: shellLine({ env: sdks, args: [] }) },
    { title: "Ollama", line: shellLine({ env: { OLLAMA_HOST: url }, args: [] }) },
  ];
}

/** The cards of all clients for the inspector's page: how to start each, the shortest way first. */
export function clientCards(gateway: OfferedGateway): ClientCard[] {
  const runs = new Map(agents.map(({ title, name }) => [title, `${programName()} run ${name}`]));
  return clientCommands(gateway).map(({ title, line }) => {
    const run = runs.get(title);
    const started = run === undefined ? [] : [{ label: "with a gateway of its own", text: run }];
    return {
      name: title,
      lines: [{ label: `with this gateway${placeholderNote(gateway, line)}`, text: line }, ...started],
    };
  });
}

/** A curl command for the first model of the gateway. */
export function exampleRequest(gateway: OfferedGateway, key: string | undefined): string {
  const {
    url,
    models: [model],
  } = endpointOf(gateway);
  const body = { model, max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
  const headers = ["content-type: application/json", ...(key === undefined ? [] : [`x-api-key: ${key}`])];
  const words = ["curl", `${url}/v1/messages`, ...headers.flatMap((header) => ["-H", header])];
  return [...words, "-d", JSON.stringify(body)].map(shellQuote).join(" ");
}

function placeholderNote({ offered: { isKnown } }: OfferedGateway, line: string): string {
  return isKnown || !line.includes(MODEL_PLACEHOLDER) ? "" : `, with the name of a model for ${MODEL_PLACEHOLDER}`;
}

/** Providers may list hundreds. */
const MAX_MODELS = 20;

function agentLine(agent: Agent, gateway: OfferedGateway): string {
  const { models, ...rest } = endpointOf(gateway);
  const endpoint = { ...rest, models: models.slice(0, MAX_MODELS), model: modelFor(agent, gateway.offered) };
  const { env, args } = agent.launchOptions(endpoint);
  return shellLine({ env: agent.shellVariables?.(endpoint) ?? env, args }, agent.name);
}

function shellLine({ env, args }: Pick<LaunchOptions, "env" | "args">, program?: string): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellQuote(value)}`);
  const words = program === undefined ? [] : [program, ...args.map(shellQuote)];
  return [...variables, ...words].join(" ");
}
