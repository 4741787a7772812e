import { readFile } from "node:fs/promises";
import { isObject, type Json, JsonError, type JsonObject, parseJson } from "@toolglot/core";
import { type EnvironmentVariables, expand } from "./expand.ts";
import { DEFAULT_LIMITS, type ServerLimits } from "./server-limits.ts";

/** How to connect to a server. */
export type ServerConfig = StdioServerConfig | HttpServerConfig;

/** A server that is started as a child process and speaks over its standard input and output. */
export interface StdioServerConfig {
  readonly type: "stdio";
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables in addition to the few that every server inherits. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly limits?: Partial<ServerLimits>;
}

/** A server that is reached over Streamable HTTP. */
export interface HttpServerConfig {
  readonly type: "http";
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits?: Partial<ServerLimits>;
}

/** The servers of a config file, in the order of the file. */
export interface ServersConfig {
  readonly servers: readonly ServerConfig[];
}

/** The problems of a config file, each with its location. */
export class ServersConfigError extends Error {
  override readonly name: string = "ServersConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * Reads a file with `mcpServers`.
 *
 * @example
 * const { servers } = await readServers("mcp.json");
 */
export async function readServers(file: string, env: EnvironmentVariables = process.env): Promise<ServersConfig> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ServersConfigError([`${file}: ${error.message}`]);
  });
  return parseServers(text, { file, env });
}

/**
 * Parses `mcpServers`, with `${NAME}` and `${NAME:-default}` replaced from the environment.
 *
 * @example
 * const text = '{ "mcpServers": { "time": { "command": "${TIME_SERVER:-time-server}" } } }';
 * parseServers(text, { file: "mcp.json", env: {} }).servers;
 * // [{ type: "stdio", name: "time", command: "time-server", args: [], env: {} }]
 */
export function parseServers(
  text: string,
  { file, env = {} }: { readonly file: string; readonly env?: EnvironmentVariables },
): ServersConfig {
  const checked = new ConfigReader(file, env);
  const root = parsed(text, checked);
  const entries = Object.entries(checked.object(root.mcpServers, "mcpServers"));
  const servers = entries.flatMap(([name, entry]) => server(name, entry, checked));
  if (checked.problems.length > 0) throw new ServersConfigError(checked.problems);
  return { servers };
}

function parsed(text: string, checked: ConfigReader): JsonObject {
  try {
    return checked.object(parseJson(text), "");
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ServersConfigError([`${checked.file}: not JSON: ${error.message}`]);
  }
}

function server(name: string, entry: Json, checked: ConfigReader): ServerConfig[] {
  const place = `mcpServers.${name}`;
  if (!isObject(entry)) checked.object(entry, place);
  if (!isObject(entry) || entry.disabled === true) return [];
  const type = entry.type ?? (entry.url === undefined ? "stdio" : "http");
  if (type === "stdio") return [stdioServer(name, entry, checked)];
  if (type === "http" || type === "streamable-http" || type === "streamableHttp")
    return [httpServer(name, entry, checked)];
  checked.addProblem(
    `${place}.type`,
    `must be "stdio" or "http"${type === "sse" ? "; sse is no longer supported" : ""}`,
  );
  return [];
}

function stdioServer(name: string, entry: JsonObject, checked: ConfigReader): StdioServerConfig {
  const place = `mcpServers.${name}`;
  const args = checked.list(entry.args ?? [], `${place}.args`);
  return {
    type: "stdio",
    name,
    command: checked.text(entry.command, `${place}.command`),
    args: args.map((each, index) => checked.text(each, `${place}.args[${index}]`)),
    env: checked.textMap(entry.env ?? {}, `${place}.env`),
    ...(entry.cwd === undefined ? {} : { cwd: checked.text(entry.cwd, `${place}.cwd`) }),
    ...limitsIn(entry, place, checked),
  };
}

function httpServer(name: string, entry: JsonObject, checked: ConfigReader): HttpServerConfig {
  const place = `mcpServers.${name}`;
  const url = checked.text(entry.url, `${place}.url`);
  if (typeof entry.url === "string" && !/^https?:$/.test(protocolOf(url)))
    checked.addProblem(`${place}.url`, "must be a URL that begins with http:// or https://");
  const headers = checked.textMap(entry.headers ?? {}, `${place}.headers`);
  return { type: "http", name, url, headers, ...limitsIn(entry, place, checked) };
}

function limitsIn({ limits }: JsonObject, place: string, checked: ConfigReader): { limits?: Partial<ServerLimits> } {
  if (limits === undefined) return {};
  const entries = Object.entries(checked.object(limits, `${place}.limits`));
  return { limits: Object.fromEntries(entries.map(([name, value]) => [name, limitIn(name, value, place, checked)])) };
}

function limitIn(name: string, value: Json, place: string, checked: ConfigReader): number {
  const isKnown = Object.hasOwn(DEFAULT_LIMITS, name);
  if (!isKnown)
    checked.addProblem(`${place}.limits.${name}`, `is not one of ${Object.keys(DEFAULT_LIMITS).join(", ")}`);
  const isNumber = typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value <= MAX_LIMIT;
  if (isKnown && !isNumber)
    checked.addProblem(`${place}.limits.${name}`, `must be a whole number from 1 to ${MAX_LIMIT}`);
  return isNumber ? value : 0;
}

// The longest delay of a timer, in milliseconds; in bytes, 2 GiB.
const MAX_LIMIT = 2_147_483_647;

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}

/** Reads typed values and collects the problems. */
class ConfigReader {
  readonly problems: string[] = [];
  readonly file: string;
  private readonly env: EnvironmentVariables;

  constructor(file: string, env: EnvironmentVariables) {
    this.file = file;
    this.env = env;
  }

  addProblem(place: string, problem: string): void {
    this.problems.push(`${this.file}: ${place === "" ? "" : `${place}: `}${problem}`);
  }

  object(value: Json | undefined, place: string): JsonObject {
    if (isObject(value)) return value;
    this.addProblem(place, value === undefined ? "is missing" : "must be an object");
    return {};
  }

  list(value: Json, place: string): readonly Json[] {
    if (Array.isArray(value)) return value;
    this.addProblem(place, "must be a list");
    return [];
  }

  text(value: Json | undefined, place: string): string {
    if (typeof value !== "string") {
      this.addProblem(place, value === undefined ? "is missing" : "must be a string");
      return "";
    }
    const { text, missing } = expand(value, this.env);
    for (const name of missing) this.addProblem(place, `the environment variable ${name} is not set`);
    return text;
  }

  textMap(value: Json, place: string): Record<string, string> {
    const entries = Object.entries(this.object(value, place));
    return Object.fromEntries(entries.map(([key, each]) => [key, this.text(each, `${place}.${key}`)]));
  }
}
