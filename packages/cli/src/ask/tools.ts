import { homedir } from "node:os";
import {
  type ConnectedServers,
  connectServers,
  defaultDirectories,
  discover,
  type Refusal,
  Registry,
  readServers,
  ServersConfigError,
} from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { Failure, SeveralFailures, unknownWord } from "../failure.ts";

/** The tools of a conversation, until they are closed. */
export interface Toolset {
  readonly registry: Registry;
  close(): Promise<void>;
}

/** Whom to tell of tools that are left out, and when to stop looking for them. */
export interface ToolsetOptions {
  onNotice(notice: Refusal): void;
  readonly signal: AbortSignal;
}

/** The executables of the folders and the tools of the MCP servers that the user names. */
export async function openTools(args: Arguments, { onNotice, signal }: ToolsetOptions): Promise<Toolset> {
  const directories = defaultDirectories({ home: homedir(), cwd: process.cwd(), extra: args.all("dir") });
  const { tools } = await discover({ directories, onNotice, signal });
  const taken = tools.map(({ name }) => name);
  const servers = await connected(args.get("mcp"), taken);
  for (const refusal of servers?.refusals ?? []) onNotice(refusal);
  const close = async () => servers?.close();
  try {
    return { registry: chosen(new Registry([...tools, ...(servers?.tools ?? [])]), args.get("only")), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connected(file: string | undefined, taken: readonly string[]): Promise<ConnectedServers | undefined> {
  if (file === undefined) return undefined;
  try {
    return await connectServers(await readServers(file), { taken });
  } catch (error) {
    if (!(error instanceof ServersConfigError)) throw error;
    throw new SeveralFailures(error.problems.map((problem) => new Failure(problem, { file, code: "config" })));
  }
}

function chosen(registry: Registry, only: string | undefined): Registry {
  if (only === undefined) return registry;
  const names = only.split(",").map((name) => name.trim());
  const { registry: some, missing } = registry.only(names.filter((name) => name !== ""));
  const [first] = missing;
  if (first === undefined) return some;
  throw unknownWord(
    "tool",
    first,
    registry.list().map(({ name }) => name),
  );
}
