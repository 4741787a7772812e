import type { JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { GaugeValue } from "../observe/series.ts";
import type { KeyState } from "../providers/key-health.ts";
import type { KeyReport } from "../providers/key-pools.ts";
import type { Reply } from "../transport.ts";
import { VERSION } from "../version.ts";
import { dryRunInSteps } from "./dry-run.ts";
import { homePage } from "./home-page.ts";
import { sendJson, sendText } from "./reply.ts";
import type { AdminAction } from "./routes.ts";
import type { HttpServices } from "./services.ts";
import { usageToday } from "./usage.ts";

export interface AdminRequest {
  readonly reply: Reply;
  readonly caller: Caller;
  readBody(): Promise<JsonObject>;
}

/** Handles the gateway's own routes; returns the status. */
export async function handleAdmin(
  services: HttpServices,
  action: AdminAction,
  { reply, caller, readBody }: AdminRequest,
): Promise<number> {
  switch (action) {
    case "home":
      return sendText(reply, 200, homePage(services.config), CSP, HTML);
    case "healthz":
      return sendJson(reply, 200, { status: "ok", version: VERSION });
    case "readyz":
      return sendJson(reply, services.isDraining ? 503 : 200, readiness(services));
    case "metrics":
      return sendText(reply, 200, services.metrics.text(gauges(services)), {}, PROMETHEUS);
    case "usage":
      return sendJson(reply, 200, await usageToday(services, caller));
    case "translate":
      return sendJson(reply, 200, await services.scheduler.run(dryRunInSteps(await readBody())));
    case "sim-expect":
      return sendJson(reply, 200, services.simulator.expect(await readBody()));
  }
}

const CSP = { "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" };
const HTML = "text/html; charset=utf-8";
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

function readiness({ isDraining, troubles, redactor, keyPools, clock }: HttpServices): JsonObject {
  const status = isDraining ? "draining" : "ready";
  const redacted = [...troubles].map(([part, trouble]) => [part, redactor.redact(trouble)] as const);
  const keys = keyHealth(keyPools.report(clock.elapsed()), clock.elapsed());
  return {
    status,
    ...(redacted.length === 0 ? {} : { troubles: Object.fromEntries(redacted) }),
    ...(Object.keys(keys).length === 0 ? {} : { keys }),
  };
}

/** How the keys are of each provider that has several. */
function keyHealth(reports: readonly KeyReport[], now: number): JsonObject {
  const providers = [...new Set(reports.map(({ provider }) => provider))];
  return Object.fromEntries(
    providers.map((provider) => {
      const own = reports.filter((each) => each.provider === provider);
      return [provider, Object.fromEntries(own.map(({ key, state }) => [key, stateJson(state, now)]))];
    }),
  );
}

function stateJson(state: KeyState, now: number): JsonObject {
  if (state.type === "cooling") return { state: state.type, retryAfter: Math.ceil((state.until - now) / 1000) };
  return state.type === "refused" ? { state: state.type, status: state.status } : { state: state.type };
}

function gauges({ admission, webSockets, keyPools, clock }: HttpServices): GaugeValue[] {
  const reports = keyPools.report(clock.elapsed());
  return [
    { name: "toolglot.requests.in_flight", value: admission.requests },
    { name: "toolglot.streams.in_flight", value: admission.streams },
    { name: "toolglot.websockets.open", value: webSockets.size },
    ...reports.map(({ provider, key, state }) => ({
      name: "toolglot.provider.key.ready",
      labels: { "gen_ai.provider.name": provider, key },
      value: state.type === "ready" ? 1 : 0,
    })),
  ];
}
