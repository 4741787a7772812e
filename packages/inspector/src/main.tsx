import { render } from "preact";
import { App } from "./app/App.tsx";
import { showOnlyExchange } from "./app/only-exchange.ts";
import { listenForShortcuts } from "./app/shortcuts.ts";
import { nameTheTab } from "./app/title.ts";
import { followTraffic } from "./state/live.ts";

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
listenForShortcuts();
nameTheTab();
void showOnlyExchange();
void followTraffic();
