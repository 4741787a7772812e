import type { GatewayEndpoint, LaunchOptions } from "../agents/agent.ts";
import { agents } from "../agents/index.ts";
import { shellQuote } from "../output/shell.ts";

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
    ...agents.map(({ title, name, launchOptions }) => ({ title, line: shellLine(launchOptions(gateway), name) })),
    { title: "OpenAI SDKs", line: shellLine({ env: sdks, args: [] }) },
    { title: "Ollama", line: shellLine({ env: { OLLAMA_HOST: url }, args: [] }) },
  ];
}

/** A curl command that the simulated provider answers. */
export function exampleRequest({ url }: GatewayEndpoint, key: string | undefined): string {
  const body = { model: "sim/default", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
  const headers = ["content-type: application/json", ...(key === undefined ? [] : [`x-api-key: ${key}`])];
  const words = ["curl", `${url}/v1/messages`, ...headers.flatMap((header) => ["-H", header])];
  return [...words, "-d", JSON.stringify(body)].map(shellQuote).join(" ");
}

function shellLine({ env, args }: Pick<LaunchOptions, "env" | "args">, program?: string): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellQuote(value)}`);
  const words = program === undefined ? [] : [program, ...args.map(shellQuote)];
  return [...variables, ...words].join(" ");
}
