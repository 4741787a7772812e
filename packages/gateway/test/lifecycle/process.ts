import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterTest } from "../../../../test/support/cleanup.ts";

/** The options of a gateway in its own process. */
export interface ProcessSetup {
  readonly dialect: string;
  readonly baseUrl: string;
  readonly maxInFlight?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A gateway in a process of its own, so that what it takes is known; it ends with the test. */
export class GatewayProcess {
  readonly url: string;
  private readonly child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.child = child;
  }

  static async start({ dialect, baseUrl, maxInFlight = 1024, env = {} }: ProcessSetup): Promise<GatewayProcess> {
    const program = fileURLToPath(new URL("process.mjs", import.meta.url));
    const options = { execArgv: [], env: { ...process.env, ...env } };
    const child = fork(program, [dialect, baseUrl, String(maxInFlight)], options);
    afterTest(() => child.kill());
    const [{ url }] = (await once(child, "message")) as [{ url: string }];
    return new GatewayProcess(url, child);
  }

  /** How many bytes of memory it takes, and how many streams are open. */
  async state(): Promise<{ readonly rss: number; readonly streams: number }> {
    this.child.send("state");
    const [state] = (await once(this.child, "message")) as [{ rss: number; streams: number }];
    return state;
  }
}
