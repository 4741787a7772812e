import { findRoute, type RouteResult } from "../http/routes.ts";
import type { Incoming, Reply, StoppableHandler } from "../transport.ts";
import type { Relay } from "./relay.ts";

/** Handles the requests of a worker: those about the gateway as a whole are for the primary. */
export class WorkerHandler implements StoppableHandler {
  private readonly gateway: StoppableHandler;
  private readonly relay: Relay;

  constructor(gateway: StoppableHandler, relay: Relay) {
    this.gateway = gateway;
    this.relay = relay;
  }

  get isDraining(): boolean {
    return this.gateway.isDraining;
  }

  get config(): StoppableHandler["config"] {
    return this.gateway.config;
  }

  handle(incoming: Incoming, reply: Reply): Promise<void> {
    // Nearly all requests are these, and to find their route takes time.
    const isOwn = incoming.method === "POST" && !incoming.url.includes("/_");
    return isOwn ? this.gateway.handle(incoming, reply) : this.handleOther(incoming, reply);
  }

  private async handleOther(incoming: Incoming, reply: Reply): Promise<void> {
    const route = routeOfPrimary(incoming);
    if (route !== undefined) this.relay.pass(incoming, reply, route.dialect);
    else await this.gateway.handle(incoming, reply);
  }

  drain(): void {
    this.gateway.drain();
  }

  closeWebSockets(): void {
    this.gateway.closeWebSockets();
  }

  reportCertificate(trouble: string | undefined): void {
    this.gateway.reportCertificate(trouble);
  }

  abortAll(): void {
    this.gateway.abortAll();
  }
}

function routeOfPrimary({ method, url, headers }: Incoming): RouteResult | undefined {
  const route = findRoute(method, url, headers);
  const isOfPrimary = route.type === "inspector" || (route.type === "admin" && !OWN_ACTIONS.has(route.action));
  return isOfPrimary ? route : undefined;
}

type AdminAction = Extract<RouteResult, { type: "admin" }>["action"];

/** What a worker answers by itself. */
const OWN_ACTIONS: ReadonlySet<AdminAction> = new Set(["healthz", "translate"]);
