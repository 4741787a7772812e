import { signal } from "@preact/signals";

/** The tabs of an exchange, in their order. */
export const EXCHANGE_TABS = ["messages", "tools", "stream", "attempts", "cache", "raw"] as const;

export type ExchangeTab = (typeof EXCHANGE_TABS)[number];

/** What the page shows. It stands in the address's hash, so that it can be linked to, and so that "back" works. */
export type Route =
  | { readonly view: "traffic" }
  | { readonly view: "exchange"; readonly id: string; readonly tab: ExchangeTab }
  | { readonly view: "compare"; readonly ids: readonly [string, string] }
  | { readonly view: "playground" }
  | { readonly view: "start" };

export const route = signal<Route>(parseHash(location.hash));

addEventListener("hashchange", () => {
  if (hrefOf(route.value) !== location.hash) route.value = parseHash(location.hash);
});

/** The address of a view. */
export function hrefOf(target: Route): string {
  switch (target.view) {
    case "traffic":
      return "#/";
    case "exchange":
      return `#/exchange/${encodeURIComponent(target.id)}${target.tab === "messages" ? "" : `/${target.tab}`}`;
    case "compare":
      return `#/compare/${target.ids.map(encodeURIComponent).join("/")}`;
    case "playground":
    case "start":
      return `#/${target.view}`;
  }
}

/** Shows a view at once, as a step of the history that "back" undoes. */
export function navigate(target: Route): void {
  route.value = target;
  location.hash = hrefOf(target);
}

function parseHash(hash: string): Route {
  const [view, first = "", second = ""] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (view === "exchange" && first !== "")
    return { view, id: first, tab: EXCHANGE_TABS.find((tab) => tab === second) ?? "messages" };
  if (view === "compare" && second !== "") return { view, ids: [first, second] };
  if (view === "start" || view?.startsWith("playground")) return { view: view === "start" ? "start" : "playground" };
  return { view: isPlaygroundPage() ? "playground" : "traffic" };
}

/** Whether the page is the playground alone, which has no gateway. */
export function isPlaygroundPage(): boolean {
  return document.getElementById("playground-input") !== null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
