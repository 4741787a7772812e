// Summaries, details and bodies of exchanges, whether this process has recorded them or another one.

import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { RemoteExchange } from "./remote-exchange.ts";
import type { RemoteExchanges } from "./remote-exchanges.ts";
import { isGone, type KeptExchange, viewBody, viewDetail, viewSummary } from "./view.ts";

export interface ViewsOptions {
  readonly redactor: BodyRedactor;
  readonly remote: RemoteExchanges;
  /** Does work in steps, so that no request waits for all of it. */
  run<T>(steps: () => SearchSteps<T>): Promise<T>;
}

/** What there is to show of exchanges, of this process or of others. */
export class ExchangeViews {
  private readonly options: ViewsOptions;

  constructor(options: ViewsOptions) {
    this.options = options;
  }

  async summaries(exchanges: readonly KeptExchange[]): Promise<readonly ExchangeSummary[]> {
    const { redactor, remote } = this.options;
    await remote.describe(exchanges.filter((exchange) => exchange instanceof RemoteExchange));
    return this.options.run(function* () {
      const summaries: ExchangeSummary[] = [];
      for (const exchange of exchanges) {
        if (isGone(exchange)) continue;
        summaries.push(yield* viewSummary(exchange, redactor));
        yield;
      }
      return summaries;
    });
  }

  /** `previous` is the exchange before it in its session. */
  async detail(exchange: KeptExchange, previous?: string): Promise<ExchangeDetail> {
    if (exchange instanceof RemoteExchange) return exchange.detail(previous);
    return this.options.run(() => viewDetail(exchange, previous, this.options.redactor));
  }

  async body(exchange: KeptExchange, name: string): Promise<Uint8Array | undefined> {
    if (exchange instanceof RemoteExchange) return exchange.body(name);
    return this.options.run(() => viewBody(exchange, name, this.options.redactor));
  }
}
