import type { Bridge, Loss } from "@toolglot/core";
import type { ProviderBinding, RouteMatch } from "../bindings/binding.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { HeaderMap, Reply } from "../transport.ts";
import type { Destination } from "./destinations.ts";
import type { GenerateRequest } from "./generate-request.ts";
import type { ExchangeHooks } from "./hooks.ts";
import type { Continuations } from "./paused-turns.ts";
import { redactHeaders, targetHeaders } from "./reply-headers.ts";
import { addRequestId } from "./request-id-header.ts";
import type { ExchangeServices } from "./services.ts";

/** What an attempt needs of its exchange. */
export interface AttemptOptions {
  readonly request: GenerateRequest;
  readonly hooks: ExchangeHooks;
  readonly destination: Destination;
  readonly bridge: Bridge;
  readonly server: Config["server"];
  readonly reply: Reply;
  readonly continuations: Continuations;
  /** Called when the reply of a stream begins, so that its request is not sent again. */
  readonly onCommit: () => void;
  /** The losses of the request. */
  readonly losses: readonly Loss[];
  /** Counts from 1. */
  readonly attemptNumber: number;
}

/** What one attempt needs. */
export class AttemptContext {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly destination: Destination;
  readonly match: RouteMatch;
  readonly binding: ProviderBinding;
  readonly server: Config["server"];
  readonly reply: Reply;
  readonly observer: GenerateRequest["observer"];
  readonly trail: GenerateRequest["trail"];
  readonly continuations: Continuations;
  readonly onCommit: () => void;
  /** Rewrites the reply's text. */
  readonly rewriteReply: ((text: string) => string) | undefined;
  /** Called with the reply's text as it is sent. */
  readonly onReplyText: ((text: string) => void) | undefined;
  private readonly services: ExchangeServices;
  private readonly request: GenerateRequest;
  private readonly losses: readonly Loss[];
  private readonly attemptNumber: number;

  constructor(services: ExchangeServices, options: AttemptOptions) {
    const { request, hooks, destination } = options;
    this.bridge = options.bridge;
    this.clock = services.clock;
    this.destination = destination;
    this.match = request.match;
    this.binding = providerBinding(destination.provider);
    this.server = options.server;
    this.reply = options.reply;
    this.observer = request.observer;
    this.trail = request.trail;
    this.continuations = options.continuations;
    this.onCommit = options.onCommit;
    this.rewriteReply = hooks.rewriteReply?.(destination);
    this.onReplyText = hooks.onReplyText;
    this.services = services;
    this.request = request;
    this.losses = options.losses;
    this.attemptNumber = options.attemptNumber;
  }

  /** The headers of the client's reply, given the provider's, those of the reply itself, and the losses of the response. */
  headers(
    upstream: HeaderMap,
    own: Readonly<Record<string, string>>,
    losses: readonly Loss[] = [],
  ): Record<string, string> {
    const { request, destination, binding } = this;
    const all = losses.length === 0 ? this.losses : [...this.losses, ...losses];
    const headers = redactHeaders(request.redact, targetHeaders(destination, all, upstream, binding));
    headers["x-toolglot-attempts"] = String(this.attemptNumber);
    addRequestId(headers, request);
    return Object.assign(headers, own);
  }

  /** Removes secrets from a provider's error. */
  redact(text: string): string {
    return this.request.redact(text);
  }

  /** Called with an error that should not have happened. */
  onBug(error: unknown): void {
    this.services.reportBug(error);
  }

  /** Called when a provider sends data after the end of its stream. */
  onTrailing(): void {
    this.services.metrics.countTrailing(this.destination.provider.name);
  }
}
