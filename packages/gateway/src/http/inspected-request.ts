import type { Caller } from "../caller.ts";
import type { RequestRecord } from "../observe/log.ts";
import { observeWith } from "./observer-group.ts";
import type { PendingRequest } from "./pending-request.ts";
import type { UnrecordedRequest } from "./request-observer.ts";
import type { HttpServices } from "./services.ts";

/**
 * Begins to record a request, unless the inspector is off or has seen too many of late. Only now that its client is known: strangers would
 * use up what is recorded of clients.
 */
export function inspectRequest({ inspector }: HttpServices, request: PendingRequest, caller: Caller): void {
  if (inspector?.isEnabled !== true || !request.isForResponse) return;
  request.caller = caller;
  const recording = inspector.observe(request, caller);
  if (recording === undefined) request.isUnrecorded = true;
  else request.observer = observeWith(recording, request.observer);
}

/** Tells the inspector of a request that has ended, if it has not recorded it. */
export function inspectEnd({ inspector }: HttpServices, request: PendingRequest, record: RequestRecord): void {
  if (!isUnrecorded(request)) return;
  inspector?.onUnrecorded(request, record);
  // A connection that stays open holds its last request.
  request.generated = undefined;
  request.received = undefined;
  request.sent = undefined;
  request.result = undefined;
}

function isUnrecorded(request: PendingRequest): request is PendingRequest & UnrecordedRequest {
  return request.isUnrecorded;
}
