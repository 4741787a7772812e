import type { JsonObject } from "@toolglot/core";
import type { Clock } from "../clock.ts";
import type { LimitState } from "../limits/limit-state.ts";
import type { GaugeValue } from "../observe/gauges.ts";
import type { KeyState } from "../providers/key-health.ts";
import type { KeyPools } from "../providers/key-pools.ts";
import type { Admission } from "./admission.ts";
import type { OpenWebSockets } from "./websocket/open-websockets.ts";

/** How a gateway is at the moment; one of several processes has its own. */
export interface GatewayReport {
  readonly gauges: readonly GaugeValue[];
  /** Problems that do not keep it from serving, by the part that has them. */
  readonly troubles: readonly (readonly [part: string, trouble: string])[];
  /** The keys of each provider that has several. */
  readonly keys: readonly ReportedKey[];
}

/** How a provider's key is. */
export interface ReportedKey {
  readonly provider: string;
  readonly key: string;
  readonly state: JsonObject & { readonly state: KeyState["type"] };
}

/** The gauge of the requests in flight. */
export const IN_FLIGHT = "toolglot.requests.in_flight";

/** What a report is made from. */
export interface ReportSources {
  readonly admission: Admission;
  readonly webSockets: OpenWebSockets;
  readonly keyPools: KeyPools;
  readonly limits: LimitState;
  readonly troubles: ReadonlyMap<string, string>;
  readonly clock: Clock;
}

export function gatewayReport(sources: ReportSources): GatewayReport {
  const { admission, webSockets, keyPools, limits, troubles, clock } = sources;
  const now = clock.elapsed();
  const reports = keyPools.report(now);
  return {
    gauges: [
      { name: IN_FLIGHT, value: admission.requests },
      { name: "toolglot.streams.in_flight", value: admission.streams },
      { name: "toolglot.websockets.open", value: webSockets.size },
      ...(limits.unsettled === undefined ? [] : [{ name: "toolglot.state.unsettled", value: limits.unsettled }]),
    ],
    troubles: [...troubles],
    keys: reports.map(({ provider, key, state }) => ({ provider, key, state: stateJson(state, now) })),
  };
}

/** What several processes report, as one. A key is as well as it is for the process that has the most trouble with it. */
export function mergeReports(reports: readonly GatewayReport[]): GatewayReport {
  const gauges = new Map<string, GaugeValue>();
  const keys = new Map<string, ReportedKey>();
  for (const each of reports) {
    for (const gauge of each.gauges)
      gauges.set(gauge.name, { ...gauge, value: gauge.value + (gauges.get(gauge.name)?.value ?? 0) });
    for (const key of each.keys) {
      const id = JSON.stringify([key.provider, key.key]);
      const known = keys.get(id);
      if (known === undefined || SEVERITY[key.state.state] > SEVERITY[known.state.state]) keys.set(id, key);
    }
  }
  const troubles = reports.flatMap((each) => each.troubles);
  return { gauges: [...gauges.values()], troubles, keys: [...keys.values()] };
}

const SEVERITY: Readonly<Record<KeyState["type"], number>> = { ready: 0, cooling: 1, refused: 2 };

function stateJson(state: KeyState, now: number): ReportedKey["state"] {
  if (state.type === "cooling") return { state: state.type, retryAfter: Math.ceil((state.until - now) / 1000) };
  return state.type === "refused" ? { state: state.type, status: state.status } : { state: state.type };
}
