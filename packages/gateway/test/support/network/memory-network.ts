import { expect } from "vitest";
import type { Clock } from "../../../src/clock.ts";
import { Gateway, type GatewayOptions } from "../../../src/gateway.ts";
import { Inspector } from "../../../src/inspector/inspector.ts";
import type { LogRecord } from "../../../src/observe/log.ts";
import { MemoryStore } from "../../../src/store/memory.ts";
import { handleWebRequest } from "../../../src/transports/web/handler.ts";
import { configOf, type GatewaySetup } from "../gateway.ts";
import { TestClock } from "../test-clock.ts";
import { MemoryProvider } from "./memory-provider.ts";
import { type Network, started } from "./network.ts";
import { ScriptedSimulator } from "./scripted-simulator.ts";

/**
 * A gateway without sockets: the clients' `fetch` is the gateway's web handler, and requests to providers are played by
 * the simulator. Time passes when the test turns the clock.
 */
export class MemoryNetwork<C extends Clock = TestClock> implements Network {
  readonly clock: C;
  readonly simulator: ScriptedSimulator;
  readonly providerUrl: string = "http://provider.test";
  readonly gatewayUrl: string = "http://localhost";
  private readonly provider: MemoryProvider;
  private served: Gateway | undefined;

  constructor(clock: C) {
    this.clock = clock;
    this.simulator = new ScriptedSimulator({ clock });
    this.provider = new MemoryProvider(this.simulator, clock);
  }

  async listen(): Promise<void> {}

  async start(setup: GatewaySetup, log: (record: LogRecord) => void): Promise<void> {
    const config = configOf(setup);
    const store = new MemoryStore(config.store);
    const inspector: GatewayOptions["inspector"] = (services) => new Inspector({ services });
    this.served = new Gateway({ config, send: this.provider.send, store, log, clock: this.clock, inspector });
  }

  get gateway(): Gateway {
    return started(this.served);
  }

  get requests(): MemoryProvider["requests"] {
    return this.provider.requests;
  }

  readonly fetch: typeof fetch = (input, init) => handleWebRequest(this.gateway, new Request(input, init));

  async close(): Promise<void> {
    if (this.clock instanceof TestClock) expect(this.clock.timers).toEqual([]);
  }
}
