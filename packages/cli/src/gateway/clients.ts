import type { ClientCard } from "@toolglot/gateway";
import type { Agent, GatewayEndpoint, LaunchOptions } from "../agents/agent.ts";
import { agents } from "../agents/index.ts";
import { shellQuote } from "../output/shell.ts";
import { programName } from "../program-name.ts";

/** A client, and the command that points it at the gateway. */
export interface ClientCommand {
  readonly title: string;
  readonly line: string;
}

/** The commands for all clients. */
export function clientCommands(gateway: GatewayEndpoint): ClientCommand[] {
  const { url, key } = gateway;
  const sdks = { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key };
  return [
    ...agents.map((agent) => ({ title: agent.title, line: agentLine(agent, gateway) })),
    { title: "OpenAI SDKs", line: shellLine({ env: sdks, args: [] }) },
    { title: "Ollama", line: shellLine({ env: { OLLAMA_HOST: url }, args: [] }) },
  ];
}

/** The cards of all clients for the inspector's page: how to start each, the shortest way first. */
export function clientCards(gateway: GatewayEndpoint): ClientCard[] {
  const runs = new Map(agents.map(({ title, name }) => [title, `${programName()} run ${name}`]));
  return clientCommands(gateway).map(({ title, line }) => {
    const run = runs.get(title);
    const started = run === undefined ? [] : [{ label: "with a gateway of its own", text: run }];
    return { name: title, lines: [{ label: "with this gateway", text: line }, ...started] };
  });
}

/** A curl command for the first model of the gateway. */
export function exampleRequest({ url, models: [model = "MODEL"] }: GatewayEndpoint, key: string | undefined): string {
  const body = { model, max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
  const headers = ["content-type: application/json", ...(key === undefined ? [] : [`x-api-key: ${key}`])];
  const words = ["curl", `${url}/v1/messages`, ...headers.flatMap((header) => ["-H", header])];
  return [...words, "-d", JSON.stringify(body)].map(shellQuote).join(" ");
}

function agentLine({ name, launchOptions, shellVariables }: Agent, gateway: GatewayEndpoint): string {
  const { env, args } = launchOptions(gateway);
  return shellLine({ env: shellVariables?.(gateway) ?? env, args }, name);
}

function shellLine({ env, args }: Pick<LaunchOptions, "env" | "args">, program?: string): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellQuote(value)}`);
  const words = program === undefined ? [] : [program, ...args.map(shellQuote)];
  return [...variables, ...words].join(" ");
}
