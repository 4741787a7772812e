import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { CommandFailure } from "../failure.ts";
import { onSignals } from "../signals.ts";
import type { Agent, LaunchOptions } from "./agent.ts";
import { createSettingsHome } from "./home.ts";

/** What the user wants of an agent. */
export interface AgentUse {
  readonly args: readonly string[];
  /** The model that all of its requests go to, if it is a single one. */
  readonly model: string | undefined;
}

/** Runs an agent in this terminal, and resolves to its exit code. */
export async function startAgent(agent: Agent, wiring: LaunchOptions, { args, model }: AgentUse): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-"));
  const env = {
    ...environment(wiring),
    ...(wiring.settings === undefined ? {} : createSettingsHome(wiring.settings, folder)),
  };
  const named = model === undefined ? undefined : await agent.modelArguments?.(model, folder);
  const child = spawn(agent.name, [...wiring.args, ...(named ?? []), ...args], { stdio: "inherit", env });
  const release = onSignals(SIGNALS, (name) => forwardSignal(name, child));
  try {
    return await exitCode(child);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? notInstalled(agent) : error;
  } finally {
    release();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// A terminal sends Ctrl-C to all of its processes; forwarding would send it twice.
function forwardSignal(name: NodeJS.Signals, child: ChildProcess): void {
  if (name !== "SIGINT" || !process.stdin.isTTY) child.kill(name);
}

function environment({ env, unset }: LaunchOptions): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !unset.includes(name));
  const direct = [process.env.NO_PROXY ?? process.env.no_proxy, "127.0.0.1"].filter(Boolean).join(",");
  return { ...Object.fromEntries(kept), NO_PROXY: direct, no_proxy: direct, ...env };
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // The exit code that a shell reports for a killed program.
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

function notInstalled({ name, title, package: source }: Agent): CommandFailure {
  return new CommandFailure(
    `${title} is not installed: ${name} is not on the PATH; install it with: npm install -g ${source}`,
    {
      code: "not_installed",
    },
  );
}
