import type { TelemetrySettings } from "../config/config.ts";
import type { ObservedRequest, RequestObserver, TelemetryService } from "../http/request-observer.ts";
import type { HttpServices } from "../http/services.ts";
import type { Send } from "../transport.ts";
import { traceOf } from "./request-trace.ts";
import { SpanExporter } from "./span-exporter.ts";

/** Traces requests and sends the traces to a collector, if the config names one. */
export class Telemetry implements TelemetryService {
  private readonly services: HttpServices;
  private readonly exporter: SpanExporter;
  private reported: string | undefined;

  constructor(services: HttpServices, send: Send) {
    this.services = services;
    const { clock } = services;
    this.exporter = new SpanExporter({
      send,
      clock,
      settings: () => this.settings,
      onTrouble: (trouble) => this.report(trouble),
    });
  }

  observe(request: ObservedRequest): RequestObserver | undefined {
    const { settings, services } = this;
    if (settings === undefined) return undefined;
    return traceOf(request, {
      now: services.now,
      scheme: services.config.server.tls === undefined ? "http" : "https",
      hasContent: settings.content,
      onSpans: (spans) => this.exporter.add(spans),
    });
  }

  close(): Promise<void> {
    return this.exporter.close();
  }

  private get settings(): TelemetrySettings | undefined {
    return this.services.config.telemetry;
  }

  private report(trouble: string | undefined): void {
    this.services.report("telemetry", trouble);
    if (trouble !== undefined && this.reported === undefined) this.services.log("warn", "telemetry", trouble);
    this.reported = trouble;
  }
}
