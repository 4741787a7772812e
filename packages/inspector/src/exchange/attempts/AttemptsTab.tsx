import type { AttemptDetail, ExchangeDetail } from "@toolglot/gateway";
import { errorText } from "../../traffic/error-text.ts";
import { formatBytes, formatDuration } from "../../ui/format.ts";
import { AttemptBodies } from "./AttemptBodies.tsx";
import { Waterfall } from "./Waterfall.tsx";

/** Every request to a provider that this exchange took, on one time axis and one by one. */
export function AttemptsTab({ detail }: { readonly detail: ExchangeDetail }) {
  return (
    <div class="attempts">
      <Waterfall detail={detail} />
      {detail.attempts.length === 0 ? (
        <p class="hint">No provider was asked: the request ended in the gateway.</p>
      ) : (
        <ol class="attempt-list">
          {detail.attempts.map((attempt, index) => (
            <li key={attempt.request.name}>
              <Attempt attempt={attempt} number={index + 1} />
              <AttemptBodies id={detail.summary.id} attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Attempt({ attempt, number }: { readonly attempt: AttemptDetail; readonly number: number }) {
  const { provider, model, dialect, status, error, request, response, startedMs, endedMs } = attempt;
  return (
    <>
      <h2>
        {number}. {provider}/{model} <span class="muted">{dialect}</span>{" "}
        <span class={error === undefined && (status ?? 0) < 400 ? "muted" : "lost"}>
          {status === undefined ? "" : `HTTP ${status}`}
        </span>
      </h2>
      {error === undefined ? null : (
        <p class="lost">
          {error.type === String(status) ? "" : `${error.type}: `}
          {errorText(error)}
        </p>
      )}
      <p class="muted">
        <code>{request.url}</code> · sent {formatBytes(request.bytes)}
        {response === undefined ? "" : ` · got ${formatBytes(response.bytes)}`}
        {endedMs === undefined ? "" : ` · ${formatDuration(endedMs - startedMs)}`}
      </p>
    </>
  );
}
