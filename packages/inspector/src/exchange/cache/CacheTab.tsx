import type { ExchangeDetail } from "@toolglot/gateway";

export function CacheTab({ detail }: { readonly detail: ExchangeDetail }) {
  return <p class="hint">{detail.summary.id}</p>;
}
