import { useEffect } from "preact/hooks";
import { InputPane } from "./InputPane.tsx";
import { readAddress } from "./state.ts";
import { Translations } from "./Translations.tsx";

/** A text that is pasted, in every other dialect at once. The core runs in the page: nothing is sent anywhere. */
export function PlaygroundView() {
  useEffect(() => {
    const read = () => void readAddress();
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return (
    <main class="playground" id="main" tabIndex={-1}>
      <InputPane />
      <Translations />
    </main>
  );
}
