import type { Gateway } from "../../../src/gateway.ts";
import type { LogRecord } from "../../../src/observe/log.ts";
import type { SimServerRequest } from "../../../src/sim/server.ts";
import type { GatewaySetup } from "../gateway.ts";
import type { ScriptedSimulator } from "./scripted-simulator.ts";

/** How clients reach the gateway, and how the gateway reaches the simulated provider. */
export interface Network {
  readonly simulator: ScriptedSimulator;
  /** Where the simulated provider is, for the config. */
  readonly providerUrl: string;
  /** All requests to the simulated provider, in order. */
  readonly requests: readonly SimServerRequest[];
  /** Makes the provider reachable. */
  listen(): Promise<void>;
  start(setup: GatewaySetup, log: (record: LogRecord) => void): Promise<void>;
  /** After `start`. */
  readonly gateway: Gateway;
  readonly gatewayUrl: string;
  /** Sends a client's request to the gateway. */
  readonly fetch: typeof fetch;
  /** Closes everything; fails if something is left. */
  close(): Promise<void>;
}

/** A value that is set by `start`. */
export function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the gateway has not been started");
  return value;
}
