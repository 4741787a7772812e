import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterTest } from "../../../../test/support/cleanup.ts";

const MAIN = fileURLToPath(new URL("../../../cli/dist/main.js", import.meta.url));

/** `toolglot serve` on a port of its own; it ends with the test. */
export class Replica {
  readonly port: number;
  private readonly config: string;
  private child: ChildProcess | undefined;

  constructor(port: number, config: string) {
    this.port = port;
    this.config = config;
    afterTest(() => this.kill());
  }

  async start(): Promise<void> {
    const args = [MAIN, "serve", "--config", this.config, "--port", String(this.port), "--json"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    this.child = child;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`a gateway ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  private async isReady(): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => undefined);
    return response?.ok === true && !("troubles" in ((await response.json()) as object));
  }
}
