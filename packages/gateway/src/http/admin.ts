import type { JsonObject } from "@toolglot/core";
import type { Gateway } from "../gateway.ts";
import type { Reply } from "../transport.ts";
import { VERSION } from "../version.ts";
import { dryRun } from "./dry-run.ts";
import { homePage } from "./home-page.ts";
import { sendJson, sendText } from "./reply.ts";
import type { AdminAction } from "./routes.ts";

/** Answers what is asked of the gateway itself, and tells the status. */
export async function handleAdmin(
  gateway: Gateway,
  action: AdminAction,
  reply: Reply,
  read: () => Promise<JsonObject>,
): Promise<number> {
  switch (action) {
    case "home":
      return sendText(reply, 200, homePage(gateway.config), PAGE, HTML);
    case "healthz":
      return sendJson(reply, 200, { status: "ok", version: VERSION });
    case "readyz":
      return sendJson(reply, gateway.isDraining ? 503 : 200, readiness(gateway));
    case "metrics":
      return sendText(reply, 200, gateway.metrics.text(gauges(gateway)), {}, PROMETHEUS);
    case "translate":
      return sendJson(reply, 200, dryRun(await read()));
    case "sim-expect":
      return sendJson(reply, 200, gateway.simulator.expect(await read()));
  }
}

const PAGE = { "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" };
const HTML = "text/html; charset=utf-8";
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

function readiness({ isDraining, troubles, redactor }: Gateway): JsonObject {
  const status = isDraining ? "draining" : "ready";
  const told = [...troubles].map(([part, trouble]) => [part, redactor.redact(trouble)] as const);
  return told.length === 0 ? { status } : { status, troubles: Object.fromEntries(told) };
}

function gauges({ admission: load }: Gateway): Record<string, number> {
  return { "toolglot.requests.in_flight": load.requests, "toolglot.streams.in_flight": load.streams };
}
