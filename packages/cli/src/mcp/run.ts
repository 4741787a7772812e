import { Console } from "node:console";
import { serveMcpHttp, serveMcpStdio, type ToolSource } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, UsageError } from "../failure.ts";
import { logNote, logWarning, plural } from "../output/messages.ts";
import { onSignals } from "../signals.ts";
import { liveTools } from "./live-tools.ts";
import { terminalNote } from "./terminal-note.ts";

/** Runs `toolglot mcp` until the client disconnects or a signal arrives. */
export async function run(args: Arguments): Promise<ExitCode> {
  const listening = listenOptions(args);
  // The client may close standard error; that is no reason to stop.
  process.stderr.removeAllListeners("error").on("error", () => {});
  // Standard output belongs to the protocol: anything that a library prints there would be read as a message.
  if (listening === undefined) globalThis.console = new Console(process.stderr);
  const stopped = new Promise<void>((resolve) => onSignals(["SIGINT", "SIGTERM", "SIGHUP"], () => resolve()));
  const tools = await liveTools(args);
  try {
    if (listening === undefined && process.stdin.isTTY) logTerminalNote(tools.source, args);
    await (listening === undefined ? overStdio(tools.source, stopped) : overHttp(tools.source, listening, stopped));
  } finally {
    await tools.close();
  }
  return EXIT.ok;
}

function logTerminalNote({ registry }: ToolSource, args: Arguments): void {
  for (const line of terminalNote(plural(registry.list().length, "tool"), args)) logNote(line);
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly anyHost: boolean;
}

function listenOptions(args: Arguments): ListenOptions | undefined {
  const word = args.get("http");
  if (word === undefined) {
    for (const name of ["host", "insecure"]) if (args.has(name)) throw new UsageError(`--${name} needs --http PORT`);
    return undefined;
  }
  if (!/^\d{1,5}$/.test(word) || Number(word) > 65_535)
    throw new UsageError(`--http needs a port from 0 to 65535, not ${JSON.stringify(word)}`);
  const host = args.get("host") ?? "127.0.0.1";
  const isLocal = LOOPBACK.test(host);
  if (!isLocal && !args.has("insecure"))
    throw new CommandFailure(`everybody who can reach ${host} could run the tools; use --insecure to allow that`);
  return { host, port: Number(word), anyHost: !isLocal };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

async function overStdio(source: ToolSource, stopped: Promise<void>): Promise<void> {
  const { stdin: input, stdout: output } = process;
  const serving = await serveMcpStdio(source, { input, output, onError: ({ message }) => logWarning(message) });
  await Promise.race([serving.ended, stopped]);
  await serving.close();
}

async function overHttp(source: ToolSource, listening: ListenOptions, stopped: Promise<void>): Promise<void> {
  const serving = await serveMcpHttp(source, { ...listening, onError: ({ message }) => logWarning(message) }).catch(
    (error) => {
      throw listenFailure(error, listening);
    },
  );
  logNote(`${plural(source.registry.list().length, "tool")} at ${serving.url}`);
  await stopped;
  await serving.close();
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  if (error.code === "EADDRINUSE")
    return new CommandFailure(`port ${port} is already in use; use another one, or any that is free (--http 0)`, {
      code: error.code,
    });
  if (error.code === "EACCES")
    return new CommandFailure(`no permission to listen on port ${port}; use one above 1023`, { code: error.code });
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new CommandFailure(`${host} is not an address of this machine; try --host 127.0.0.1`, { code: error.code });
  return error;
}
