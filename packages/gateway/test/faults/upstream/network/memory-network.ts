import { expect } from "vitest";
import { Gateway } from "../../../../src/gateway.ts";
import type { LogRecord } from "../../../../src/observe/log.ts";
import { MemoryStore } from "../../../../src/store/memory.ts";
import { handleWebRequest } from "../../../../src/transports/web/handler.ts";
import { configOf, type GatewaySetup } from "../../../support/gateway.ts";
import { TestClock } from "../../../support/test-clock.ts";
import { MemoryProvider } from "./memory-provider.ts";
import { type Network, started } from "./network.ts";
import { ScriptedSimulator } from "./scripted-simulator.ts";

/**
 * A gateway without sockets and without real time: the clients' `fetch` is the gateway's web handler, requests to
 * providers are played by the simulator, and time passes when the test turns the clock.
 */
export class MemoryNetwork implements Network {
  readonly clock: TestClock = new TestClock();
  readonly simulator: ScriptedSimulator = new ScriptedSimulator({ clock: this.clock });
  readonly providerUrl: string = "http://provider.test";
  readonly gatewayUrl: string = "http://localhost";
  private readonly provider = new MemoryProvider(this.simulator, this.clock);
  private served: Gateway | undefined;

  async start(setup: GatewaySetup, log: (record: LogRecord) => void): Promise<void> {
    const config = configOf(setup);
    const store = new MemoryStore(config.store);
    this.served = new Gateway({ config, send: this.provider.send, store, log, clock: this.clock });
  }

  get gateway(): Gateway {
    return started(this.served);
  }

  get requests(): MemoryProvider["requests"] {
    return this.provider.requests;
  }

  readonly fetch: typeof fetch = (input, init) => handleWebRequest(this.gateway, new Request(input, init));

  async close(): Promise<void> {
    expect(this.clock.timers).toEqual([]);
  }
}
