import { source } from "../data/current.ts";
import { connection } from "../state/live.ts";
import { hrefOf, type Route, route } from "../state/route.ts";
import { nextTheme, theme } from "../state/theme.ts";
import { isHelpOpen } from "./help-state.ts";
import { ThemeIcon } from "./ThemeIcon.tsx";

const VIEWS: readonly { readonly name: string; readonly target: Route; readonly views: readonly Route["view"][] }[] = [
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
        {VIEWS.filter(({ name }) => source.isLive || name !== "Start").map(({ name, target, views }) => (
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
      <ConnectionState />
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

const STATES = { connecting: "connecting", live: "live", offline: "offline, trying again", file: "a file" };

function ConnectionState() {
  return (
    <span class={`connection connection-${connection.value}`} role="status">
      {STATES[connection.value]}
    </span>
  );
}
