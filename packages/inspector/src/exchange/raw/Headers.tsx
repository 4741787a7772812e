import type { ExchangeDetail } from "@toolglot/gateway";
import type { BodyRole } from "../../core-worker/exchange/views.ts";

/** The first line and the headers of a request or a response. */
export function Headers({ detail, role }: { readonly detail: ExchangeDetail; readonly role: BodyRole }) {
  const { line, headers } = headersOf(detail, role);
  const entries = Object.entries(headers);
  return (
    <details class="headers">
      <summary>
        <code>{line}</code> <span class="muted">{entries.length} headers</span>
      </summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function headersOf({ request, response, attempts }: ExchangeDetail, role: BodyRole) {
  const attempt = attempts.at(-1);
  switch (role) {
    case "clientRequest":
      return { line: `${request.method} ${request.path}`, headers: request.headers };
    case "providerRequest":
      return { line: `POST ${attempt?.request.url ?? ""}`, headers: attempt?.request.headers ?? {} };
    case "providerResponse":
      return { line: `HTTP ${attempt?.status ?? ""}`, headers: attempt?.response?.headers ?? {} };
    case "clientResponse":
      return { line: `HTTP ${response?.status ?? ""}`, headers: response?.headers ?? {} };
  }
}
