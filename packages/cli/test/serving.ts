import type { ChildProcess } from "node:child_process";
import { afterTest } from "../../../test/support/cleanup.ts";
import { beginInProcess, type RunningCommand } from "./in-process.ts";
import { ended, type Outcome, start } from "./run.ts";

/** A gateway run by the built program. */
export interface Serving {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly outcome: Promise<Outcome>;
}

/** Starts the program's gateway on any port, and waits until it prints its address. */
export async function serving(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const child = start(["serve", "--port", "0", ...args], [], { env: { PATH: process.env.PATH, ...env } });
  const outcome = ended(child);
  const output = collectOutput(child);
  const url = await until(() => /https?:\/\/[\d.]+:\d+/.exec(output.stdout)?.[0], child);
  return { url, child, output: output, outcome };
}

/** The same in this process, until the end of the test or until it is stopped; one at a time. */
export async function servingHere(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<RunningCommand & { readonly url: string }> {
  const running = beginInProcess(["serve", "--port", "0", ...args], { env: { PATH: process.env.PATH, ...env } });
  afterTest(() => running.stop());
  const url = await until(() => /https?:\/\/[\d.]+:\d+/.exec(running.output.stdout)?.[0], running);
  return Object.assign(running, { url });
}

/** Waits for a value that depends on a process, or on a command in this one. */
export async function until<Value>(
  look: () => Value | undefined,
  child: Pick<ChildProcess, "exitCode">,
): Promise<Value> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (child.exitCode !== null) throw new Error("the process has ended");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends a request to a gateway. */
export async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** A request for the simulated provider. */
export const HELLO = { model: "sim/default", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };

function collectOutput(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.on("data", (text: string) => {
    output.stderr += text;
  });
  return output;
}
