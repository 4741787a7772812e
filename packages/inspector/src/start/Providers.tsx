import type { ProviderHealth } from "@toolglot/gateway";
import { errorText } from "../traffic/error-text.ts";
import { formatTime } from "../ui/format.ts";

const STATES = { ok: "ok", failing: "failing", unknown: "not asked yet" };

/** The providers and how their last requests went. */
export function Providers({ providers }: { readonly providers: readonly ProviderHealth[] }) {
  if (providers.length === 0)
    return (
      <p class="hint">
        No provider is configured: set the key of one, such as OPENAI_API_KEY, and start the gateway again.
      </p>
    );
  return (
    <ul class="providers">
      {providers.map((provider) => (
        <li key={provider.name}>
          <span class={`dot dot-${DOTS[provider.state]}`} role="img" aria-label={STATES[provider.state]} />
          <b>{provider.name}</b>
          <span class="muted">{provider.dialect}</span>
          <code class="clip">{provider.baseUrl}</code>
          <span class={provider.state === "failing" ? "lost" : "muted"}>{stateOf(provider)}</span>
        </li>
      ))}
    </ul>
  );
}

const DOTS = { ok: "done", failing: "failed", unknown: "closed" };

function stateOf({ state, error, lastUsedAt, isSimulated }: ProviderHealth): string {
  const text = error === undefined ? STATES[state] : `${STATES[state]}: ${errorText(error)}`;
  const used = lastUsedAt === undefined ? "" : ` · last asked ${formatTime(lastUsedAt)}`;
  return isSimulated ? `simulated, no model answers · ${text}${used}` : text + used;
}
