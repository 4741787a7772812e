import { source } from "../data/current.ts";
import { hrefOf } from "../state/route.ts";

/** Shows the exchange of a page that was exported for it alone, unless the address names a view. */
export async function showOnlyExchange(): Promise<void> {
  if (source.isLive || location.hash !== "") return;
  const [only, ...others] = (await source.list()).exchanges;
  // Replaced, so that "back" leads out of the page.
  if (only !== undefined && others.length === 0)
    location.replace(hrefOf({ view: "exchange", id: only.id, tab: "messages" }));
}
