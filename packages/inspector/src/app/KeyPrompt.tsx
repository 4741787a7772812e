import { useState } from "preact/hooks";
import { gatewayKey, keepKey } from "../state/key.ts";

/** Asks for a key of the gateway: each sees its own traffic, an admin's all. */
export function KeyPrompt() {
  const [key, setKey] = useState("");
  return (
    <main class="page" id="main" tabIndex={-1}>
      <form
        class="key-prompt"
        onSubmit={(event) => {
          event.preventDefault();
          keepKey(key);
        }}
      >
        <h1>This gateway has keys</h1>
        <p>Enter one to see its traffic; an admin's key shows all. It is kept until this tab is closed.</p>
        {gatewayKey.value === "" ? null : <p class="lost">The gateway does not accept that key.</p>}
        <label>
          Key
          <input
            type="password"
            autocomplete="off"
            value={key}
            required
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button primary">
          Show the traffic
        </button>
      </form>
    </main>
  );
}
