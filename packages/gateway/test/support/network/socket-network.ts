import { expect } from "vitest";
import type { Gateway } from "../../../src/gateway.ts";
import type { LogRecord } from "../../../src/observe/log.ts";
import { type Served, serve } from "../../../src/serve.ts";
import { type SimServer, startSimulator } from "../../../src/sim/server.ts";
import { configOf, type GatewaySetup } from "../gateway.ts";
import { until } from "../until.ts";
import { type Network, started } from "./network.ts";
import { ScriptedSimulator } from "./scripted-simulator.ts";

/** A gateway that listens, and the simulated provider behind HTTP. */
export class SocketNetwork implements Network {
  readonly simulator: ScriptedSimulator = new ScriptedSimulator();
  private sim: SimServer | undefined;
  private served: Served | undefined;
  private baseline: readonly string[] = [];
  private readonly warnings: string[] = [];
  private readonly onWarning = (warning: Error): void => {
    this.warnings.push(String(warning));
  };

  async listen(): Promise<void> {
    process.on("warning", this.onWarning);
    this.baseline = activeResources();
    this.sim = await startSimulator({ simulator: this.simulator });
  }

  async start(setup: GatewaySetup, log: (record: LogRecord) => void): Promise<void> {
    this.served = await serve({ config: configOf(setup), port: 0, log });
  }

  get providerUrl(): string {
    return started(this.sim).url;
  }

  get requests(): SimServer["requests"] {
    return started(this.sim).requests;
  }

  get gateway(): Gateway {
    return started(this.served).gateway;
  }

  get gatewayUrl(): string {
    return started(this.served).url;
  }

  readonly fetch: typeof fetch = (input, init) => fetch(input, init);

  async close(): Promise<void> {
    // The second call ends what is still in flight.
    void this.served?.close();
    await this.served?.close();
    await this.sim?.close();
    await until(() => surplus(activeResources(), this.baseline).length === 0);
    expect(surplus(activeResources(), this.baseline)).toEqual([]);
    process.off("warning", this.onWarning);
    expect(this.warnings).toEqual([]);
  }
}

function activeResources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|TLS|GetAddrInfo|HTTP/.test(name));
}

/** The resources that were not there before. */
function surplus(now: readonly string[], before: readonly string[]): string[] {
  const rest = [...before];
  return now.filter((name) => {
    const at = rest.indexOf(name);
    if (at < 0) return true;
    rest.splice(at, 1);
    return false;
  });
}
