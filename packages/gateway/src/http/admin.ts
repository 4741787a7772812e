import type { JsonObject } from "@toolglot/core";
import type { Reply } from "../transport.ts";
import { VERSION } from "../version.ts";
import { dryRunInSteps } from "./dry-run.ts";
import { homePage } from "./home-page.ts";
import { sendJson, sendText } from "./reply.ts";
import type { AdminAction } from "./routes.ts";
import type { HttpServices } from "./services.ts";

/** Handles the gateway's own routes; returns the status. */
export async function handleAdmin(
  services: HttpServices,
  action: AdminAction,
  reply: Reply,
  readBody: () => Promise<JsonObject>,
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
    case "translate":
      return sendJson(reply, 200, await services.scheduler.run(dryRunInSteps(await readBody())));
    case "sim-expect":
      return sendJson(reply, 200, services.simulator.expect(await readBody()));
  }
}

const CSP = { "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" };
const HTML = "text/html; charset=utf-8";
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

function readiness({ isDraining, troubles, redactor }: HttpServices): JsonObject {
  const status = isDraining ? "draining" : "ready";
  const redacted = [...troubles].map(([part, trouble]) => [part, redactor.redact(trouble)] as const);
  return redacted.length === 0 ? { status } : { status, troubles: Object.fromEntries(redacted) };
}

function gauges({ admission }: HttpServices): Record<string, number> {
  return { "toolglot.requests.in_flight": admission.requests, "toolglot.streams.in_flight": admission.streams };
}
