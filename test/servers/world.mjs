import { readConfig } from "../../packages/gateway/dist/config/read.js";
import { serve } from "../../packages/gateway/dist/serve.js";
import { settled, watchServers } from "../support/opt-in/exchanges.mjs";
import { answerViolations, requestViolations } from "../support/opt-in/rules.mjs";

/** A gateway with providers behind it, and all that was asked and answered on both of its sides. */
export class World {
  exchanges = [];

  constructor() {
    watchServers((exchange) => this.exchanges.push(exchange));
  }

  /** Providers by their names, with their dialects and addresses. */
  async start(providers) {
    const config = await readConfig(JSON.stringify({ providers, routes: [] }), { name: "servers", env: {} });
    this.served = await serve({ config, port: 0 });
    this.url = this.served.url;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  providerRequests() {
    return this.exchanges.filter(({ port, method }) => port !== this.port && method === "POST");
  }

  clientAnswers() {
    return this.exchanges.filter(({ port }) => port === this.port);
  }

  /** What either side was sent that its dialect forbids, since the last time, but for what the client or the provider itself got wrong. */
  async violations() {
    await settled();
    const own = new Set(this.providerRequests().filter(succeeded).flatMap(answerViolations));
    const asked = new Set(this.clientAnswers().flatMap(requestViolations));
    const found = [
      ...this.providerRequests()
        .flatMap(requestViolations)
        .filter((violation) => !asked.has(violation)),
      ...this.clientAnswers()
        .flatMap(answerViolations)
        .filter((violation) => !own.has(violation)),
    ];
    return [...new Set(found)];
  }

  forget() {
    this.exchanges = [];
  }

  async stop() {
    void this.served.close();
    await this.served.close();
  }
}

// What either says passes as it is where both speak the same, but errors come in the dialect's own envelope.
function succeeded({ status }) {
  return status < 400;
}
