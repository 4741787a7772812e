import type { ExchangeDetail } from "@toolglot/gateway";

export function StreamTab({ detail }: { readonly detail: ExchangeDetail }) {
  return <p class="hint">{detail.summary.id}</p>;
}
