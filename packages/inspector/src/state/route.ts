import { signal } from "@preact/signals";

/** The tabs of an exchange, in their order. */
export const EXCHANGE_TABS = ["messages", "tools", "stream", "attempts", "cache", "raw"] as const;

export type ExchangeTab = (typeof EXCHANGE_TABS)[number];

/** What the page shows. It stands in the address's hash, so that it can be linked to, and so that "back" works. */
export type PageRoute =
  | { readonly view: "traffic" }
  | { readonly view: "exchange"; readonly id: string; readonly tab: ExchangeTab }
  | { readonly view: "compare"; readonly ids: readonly [string, string] }
  | { readonly view: "playground" }
  | { readonly view: "start" };

export const route = signal<PageRoute>(parseHash(location.hash));

addEventListener("hashchange", () => {
  route.value = parseHash(location.hash);
});

// The event of a changed hash comes later than the next key of somebody who types fast.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (link === null || !isPlain) return;
  event.preventDefault();
  show(link.getAttribute("href") ?? "");
});

/** The address of a view. */
export function hrefOf(target: PageRoute): string {
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
export function navigate(target: PageRoute): void {
  show(hrefOf(target));
}

function show(hash: string): void {
  location.hash = hash;
  route.value = parseHash(hash);
}

function parseHash(hash: string): PageRoute {
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
