import { source } from "../data/current.ts";
import { connection } from "../state/live.ts";
import { hrefOf, isPlaygroundPage, type PageRoute, route } from "../state/route.ts";
import { nextTheme, theme } from "../state/theme.ts";
import { isHelpOpen } from "./help-state.ts";
import { ThemeIcon } from "./ThemeIcon.tsx";

const VIEWS: readonly {
  readonly name: string;
  readonly target: PageRoute;
  readonly views: readonly PageRoute["view"][];
}[] = [
  { name: "Traffic", target: { view: "traffic" }, views: ["traffic", "exchange", "compare"] },
  { name: "Playground", target: { view: "playground" }, views: ["playground"] },
  { name: "Start", target: { view: "start" }, views: ["start"] },
];

/** The name, the views, and how the page stands with its gateway. */
export function Header() {
  return (
    <header class="header">
      <a class="brand" href="#/">
        Toolglot
      </a>
      <nav aria-label="Views">
        {VIEWS.filter(({ target }) => isServed(target)).map(({ name, target, views }) => (
          <a
            key={name}
            class="view-link"
            href={hrefOf(target)}
            aria-current={views.includes(route.value.view) ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <span class="spring" />
      {isPlaygroundPage() ? null : <ConnectionState />}
      <button
        type="button"
        class="icon-button"
        title={`Colours: ${theme.value}`}
        aria-label={`Colours: ${theme.value}`}
        onClick={nextTheme}
      >
        <ThemeIcon theme={theme.value} />
      </button>
      <button
        type="button"
        class="icon-button"
        title="Keyboard (?)"
        aria-label="Keyboard"
        onClick={() => (isHelpOpen.value = true)}
      >
        ?
      </button>
    </header>
  );
}

/** A file has no gateway to start with, and the playground alone has no traffic either. */
function isServed({ view }: PageRoute): boolean {
  return view === "playground" || (!isPlaygroundPage() && (source.isLive || view !== "start"));
}

const STATES = { connecting: "connecting", live: "live", offline: "offline, trying again", file: "a file" };

function ConnectionState() {
  return (
    <span class={`connection connection-${connection.value}`} role="status">
      {STATES[connection.value]}
    </span>
  );
}
