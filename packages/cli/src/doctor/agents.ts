import { execFile } from "node:child_process";
import type { Agent } from "../agents/agent.ts";
import { agents } from "../agents/index.ts";
import type { Check } from "./check.ts";
import { type Finding, note, ok } from "./finding.ts";

const VERSION_TIMEOUT = 20_000;

/** Checks which agents are installed, and their versions. */
export function agentChecks(): Check[] {
  return agents.map((agent) => ({ what: `agent ${agent.name}`, run: async () => [await checkAgent(agent)] }));
}

function checkAgent({ name, title, package: source }: Agent): Promise<Finding> {
  const what = `agent ${name}`;
  return new Promise((resolve) => {
    execFile(name, ["--version"], { timeout: VERSION_TIMEOUT }, (error, stdout) => {
      if (error?.code === "ENOENT") resolve(note(what, "not installed", `npm install -g ${source}`));
      else if (error !== null) resolve(note(what, `${title} does not print its version`, `try: ${name} --version`));
      else resolve(ok(what, `${title} ${/\d+\.\d+[\w.-]*/.exec(stdout)?.[0] ?? stdout.trim()}`));
    });
  });
}
