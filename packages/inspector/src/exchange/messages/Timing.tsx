import type { ExchangeDetail } from "@toolglot/gateway";
import { Waterfall } from "../attempts/Waterfall.tsx";

/** Where the time of the exchange went. */
export function Timing({ detail }: { readonly detail: ExchangeDetail }) {
  return (
    <div class="timing">
      <Waterfall detail={detail} />
    </div>
  );
}
