import { CompareView } from "../compare/CompareView.tsx";
import { PlaygroundView } from "../playground/PlaygroundView.tsx";
import { StartView } from "../start/StartView.tsx";
import { isKeyWanted } from "../state/key.ts";
import { route } from "../state/route.ts";
import { TrafficView } from "../traffic/TrafficView.tsx";
import { Header } from "./Header.tsx";
import { Help } from "./Help.tsx";
import { KeyPrompt } from "./KeyPrompt.tsx";

/** The whole page. */
export function App() {
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to the content
      </button>
      <Header />
      {isKeyWanted.value ? <KeyPrompt /> : <View />}
      <Help />
    </>
  );
}

function View() {
  const { value } = route;
  switch (value.view) {
    case "traffic":
    case "exchange":
      return <TrafficView />;
    case "compare":
      return <CompareView ids={value.ids} />;
    case "playground":
      return <PlaygroundView />;
    case "start":
      return <StartView />;
  }
}

/** The hash is the page's route, so that a link to an id would leave the view. */
function skipToMain(): void {
  document.getElementById("main")?.focus();
}
