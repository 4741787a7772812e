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
import { addRequestId, redactHeaders, targetHeaders } from "./reply-headers.ts";
import type { ExchangeServices } from "./services.ts";

/** What one attempt needs. */
export interface AttemptContext {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly destination: Destination;
  readonly match: RouteMatch;
  readonly binding: ProviderBinding;
  readonly server: Config["server"];
  readonly reply: Reply;
  readonly continuations: Continuations;
  /** The headers of the client's reply, given the provider's, those of the reply itself, and the losses of the response. */
  readonly headers: (
    upstream: HeaderMap,
    own: Readonly<Record<string, string>>,
    losses?: readonly Loss[],
  ) => Record<string, string>;
  /** Called when the reply of a stream begins, so that its request is not sent again. */
  readonly onCommit: () => void;
  /** Rewrites the reply's text. */
  readonly rewriteReply: ((text: string) => string) | undefined;
  /** Called with the reply's text as it is sent. */
  readonly onReplyText: ((text: string) => void) | undefined;
  /** Removes secrets from a provider's error. */
  readonly redact: (text: string) => string;
  /** Called with an error that should not have happened. */
  readonly onBug: (error: unknown) => void;
  /** Called when a provider sends data after the end of its stream. */
  readonly onTrailing: () => void;
}

/** What an attempt needs of its exchange. */
export interface AttemptOptions {
  readonly request: GenerateRequest;
  readonly hooks: ExchangeHooks;
  readonly destination: Destination;
  readonly bridge: Bridge;
  readonly server: Config["server"];
  readonly reply: Reply;
  readonly continuations: Continuations;
  readonly onCommit: () => void;
  /** The losses of the request. */
  readonly losses: readonly Loss[];
  /** Counts from 1. */
  readonly attemptNumber: number;
}

export function createAttemptContext(services: ExchangeServices, options: AttemptOptions): AttemptContext {
  const { request, hooks, destination, bridge, server, reply, continuations, onCommit } = options;
  return {
    bridge,
    clock: services.clock,
    destination,
    match: request.match,
    binding: providerBinding(destination.provider),
    server,
    reply,
    continuations,
    headers: replyHeaders(options),
    onCommit,
    onReplyText: hooks.onReplyText,
    rewriteReply: hooks.rewriteReply?.(destination),
    redact: request.redact,
    onBug: (error) => services.reportBug(error),
    onTrailing: () => services.metrics.countTrailing(destination.provider.name),
  };
}

function replyHeaders({
  request,
  destination,
  losses: lost,
  attemptNumber,
}: AttemptOptions): AttemptContext["headers"] {
  const binding = providerBinding(destination.provider);
  return (upstream, own, losses = []) => {
    const all = losses.length === 0 ? lost : [...lost, ...losses];
    const headers = redactHeaders(request.redact, targetHeaders(destination, all, upstream, binding));
    headers["x-toolglot-attempts"] = String(attemptNumber);
    addRequestId(headers, request);
    return Object.assign(headers, own);
  };
}
