import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { type Json, stringifyJson } from "@toolglot/core";
import { signalGroup, trackGroup, untrackGroup } from "../run/group.ts";
import type { StdioServerConfig } from "./config.ts";
import { LineSplitter } from "./line-splitter.ts";
import { parseMessage, unmaskNumbers } from "./number-mask.ts";
import { serverEnvironment } from "./server-environment.ts";

/** The limit on the length of a line, and what to call when a line exceeds it. */
export interface ChildTransportOptions {
  readonly limit?: number;
  readonly onTooLong?: () => void;
}

/**
 * An MCP server as a child process. The SDK's own transport reads numbers as doubles and kills only the process itself,
 * which leaves the children of `npx` running; this one kills the whole process group.
 */
export class ChildTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  /** The last part of the server's standard error. The SDK also recognizes child processes by this field and `pid`. */
  stderr = "";
  /** The exit code or signal of the process. */
  exitStatus: string | undefined;
  /** Whether the process exited before `close` was called. */
  exitedUnexpectedly = false;
  private isClosing = false;
  private child: ChildProcessWithoutNullStreams | undefined;
  private readonly server: StdioServerConfig;
  private readonly options: ChildTransportOptions;

  constructor(server: StdioServerConfig, options: ChildTransportOptions = {}) {
    this.server = server;
    this.options = options;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.server;
    const child = spawn(command, args, { cwd, env: serverEnvironment(env), detached: true, stdio: "pipe" });
    this.child = child;
    this.listen(child);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (child === undefined || !child.stdin.writable) throw new Error("the server has exited");
    // A message is JSON, but its type has no index signature.
    const line = `${stringifyJson(unmaskNumbers(message as unknown as Json))}\n`;
    await new Promise<void>((resolve, reject) => {
      child.stdin.write(line, (error) => {
        if (error) this.exitedUnexpectedly = !this.isClosing;
        return error ? reject(error) : resolve();
      });
    });
  }

  /** Closes the server's standard input, then kills its process group if it does not exit. */
  async close(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return this.cleanUp();
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    this.isClosing = true;
    child.stdin.end();
    if (!(await isWithin(exited, EXIT_TIMEOUT))) {
      signalGroup(child.pid, "SIGTERM");
      await isWithin(exited, EXIT_TIMEOUT);
    }
    this.cleanUp();
  }

  private listen(child: ChildProcessWithoutNullStreams): void {
    const { limit, onTooLong } = this.options;
    const tooLong = () => {
      this.onerror?.(new Error("the server sent a line that exceeds the limit"));
      onTooLong?.();
    };
    const lines = new LineSplitter((line) => this.receive(line), tooLong, limit);
    if (child.pid !== undefined) trackGroup(child.pid);
    child.stdout.on("data", (chunk: Buffer) => lines.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString("utf8")).slice(-STDERR_TAIL);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on("error", (error) => this.onerror?.(error));
    child.on("error", (error) => this.onerror?.(error));
    child.once("exit", (code, signal) => {
      this.exitedUnexpectedly ||= !this.isClosing;
      this.exitStatus = signal ?? `exit code ${code}`;
      // Remaining output is still read, but not for as long as a grandchild holds the pipe open.
      setTimeout(() => this.cleanUp(), DRAIN_TIMEOUT).unref();
    });
    child.once("close", () => this.cleanUp());
  }

  private receive(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(parseMessage(line));
    } catch (error) {
      // Servers that print log lines to standard output still work.
      this.onerror?.(error as Error);
      return;
    }
    this.onmessage?.(message);
  }

  private cleanUp(): void {
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    if (child.pid !== undefined) {
      signalGroup(child.pid, "SIGKILL");
      untrackGroup(child.pid);
    }
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    this.onclose?.();
  }
}

const EXIT_TIMEOUT = 1_000;
const DRAIN_TIMEOUT = 500;
const STDERR_TAIL = 4_096;

async function isWithin(event: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isDone = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
