import { execFile } from "node:child_process";
import type { Agent } from "../agents/agent.ts";
import { agents } from "../agents/index.ts";
import { type Finding, noted, ok } from "./finding.ts";

const LONGEST = 20_000;

/** Which agents are installed, and which versions. */
export function checkAgents(): Promise<Finding[]> {
  return Promise.all(agents.map(checkAgent));
}

function checkAgent({ name, title, package: source }: Agent): Promise<Finding> {
  const what = `agent ${name}`;
  return new Promise((resolve) => {
    execFile(name, ["--version"], { timeout: LONGEST }, (error, stdout) => {
      if (error?.code === "ENOENT") resolve(noted(what, "not installed", `npm install -g ${source}`));
      else if (error !== null) resolve(noted(what, `${title} does not tell its version`, `try: ${name} --version`));
      else resolve(ok(what, `${title} ${/\d+\.\d+[\w.-]*/.exec(stdout)?.[0] ?? stdout.trim()}`));
    });
  });
}
