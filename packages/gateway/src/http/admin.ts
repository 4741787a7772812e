import type { JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { GaugeValue } from "../observe/gauges.ts";
import type { Reply } from "../transport.ts";
import { VERSION } from "../version.ts";
import { type GatewayReport, gatewayReport, mergeReports, type ReportedKey } from "./gateway-report.ts";
import { HOME_PAGE, modelsOnHomePage } from "./home-page.ts";
import { dialectRequests } from "./late-dialect-requests.ts";
import { modelsFor } from "./provider-models.ts";
import { beginText, sendJson, sendText } from "./reply.ts";
import type { AdminAction } from "./routes.ts";
import type { HttpServices } from "./services.ts";
import { reportUsage } from "./usage.ts";

export interface AdminRequest {
  readonly reply: Reply;
  readonly caller: Caller;
  readonly method: string;
  readonly url: string;
  readBody(): Promise<JsonObject>;
}

/** Handles the gateway's own routes; returns the status. */
export async function handleAdmin(
  services: HttpServices,
  action: AdminAction,
  { reply, caller, method, url, readBody }: AdminRequest,
): Promise<number> {
  switch (action) {
    case "home":
      return method === "HEAD" ? sendText(reply, HOME) : sendHomePage(services, reply, caller);
    case "healthz":
      return sendJson(reply, 200, { status: "ok", version: VERSION });
    case "readyz":
      return sendJson(reply, services.isDraining ? 503 : 200, await readiness(services));
    case "metrics":
      return sendText(reply, { status: 200, text: services.metrics.text(await gauges(services)), type: PROMETHEUS });
    case "usage":
      return sendJson(reply, 200, await reportUsage(services, caller, url));
    case "translate":
      return sendJson(reply, 200, await services.scheduler.run(dialectRequests.value.dryRunInSteps(await readBody())));
    case "sim-expect":
      return sendJson(reply, 200, services.simulator.expect(await readBody()));
  }
}

async function sendHomePage(services: HttpServices, reply: Reply, caller: Caller): Promise<number> {
  beginText(reply, HOME);
  reply.write(HOME.text);
  reply.end(modelsOnHomePage(await modelsFor(services, caller)));
  return HOME.status;
}

const CSP = { "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" };
const HOME = { status: 200, text: HOME_PAGE, type: "text/html; charset=utf-8", headers: CSP };
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

async function readiness(services: HttpServices): Promise<JsonObject> {
  const { troubles, keys } = await reportOf(services);
  const redacted = troubles.map(([part, trouble]) => [part, services.redactor.redact(trouble)] as const);
  return {
    status: services.isDraining ? "draining" : "ready",
    ...(troubles.length === 0 ? {} : { troubles: Object.fromEntries(redacted) }),
    ...(keys.length === 0 ? {} : { keys: keysJson(keys) }),
  };
}

/** How the keys are of each provider that has several. */
function keysJson(reports: readonly ReportedKey[]): JsonObject {
  const providers = [...new Set(reports.map(({ provider }) => provider))];
  return Object.fromEntries(
    providers.map((provider) => {
      const own = reports.filter((each) => each.provider === provider);
      return [provider, Object.fromEntries(own.map(({ key, state }) => [key, state]))];
    }),
  );
}

async function gauges(services: HttpServices): Promise<GaugeValue[]> {
  const { gauges, keys, troubles } = await reportOf(services);
  const ready = keys.map(({ provider, key, state }) => ({
    name: "toolglot.provider.key.ready",
    labels: { "gen_ai.provider.name": provider, key },
    value: state.state === "ready" ? 1 : 0,
  }));
  return [...gauges, ...ready, ...(services.config.state === undefined ? [] : stateGauges(troubles))];
}

/** What replicas share. The names are those of `/readyz`. */
const STATE_PARTS = ["state", "stored", "reasoning", "limits", "keys", "usage"];

function stateGauges(troubles: GatewayReport["troubles"]): GaugeValue[] {
  return STATE_PARTS.map((part) => ({
    name: "toolglot.state.up",
    labels: { part },
    value: troubles.some(([troubled]) => isOf(troubled, part)) ? 0 : 1,
  }));
}

/** Also of a worker, whose parts are called `worker 1: limits`. */
function isOf(troubled: string, part: string): boolean {
  return troubled === part || troubled.endsWith(`: ${part}`);
}

async function reportOf(services: HttpServices): Promise<GatewayReport> {
  const own = gatewayReport(services);
  return services.otherReports === undefined ? own : mergeReports([own, ...(await services.otherReports())]);
}
