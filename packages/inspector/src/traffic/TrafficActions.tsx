import { useState } from "preact/hooks";
import { source } from "../data/current.ts";
import { exportHtml, exportJsonl } from "../export/export.ts";
import { shownExchanges } from "../state/filter.ts";
import { navigate } from "../state/route.ts";
import { clearExchanges } from "../state/traffic.ts";
import { summedExchanges } from "./overview-state.ts";

/** Import, export and forgetting of what the list shows. */
export function TrafficActions() {
  const [message, setMessage] = useState("");
  const run = (task: () => Promise<void>) => {
    setMessage("");
    task().catch((error: unknown) => setMessage(error instanceof Error ? error.message : String(error)));
  };
  const hasTraffic = summedExchanges.value.length > 0;
  const ids = () => shownExchanges.value.map(({ id }) => id);
  return (
    <div class="actions">
      {source.isLive ? <ImportButton onFile={(file) => run(() => importFile(file))} /> : null}
      {hasTraffic ? (
        <>
          <button type="button" class="button" onClick={() => run(() => exportHtml(ids()))}>
            Export HTML
          </button>
          <button type="button" class="button" onClick={() => run(() => exportJsonl(ids()))}>
            Export JSONL
          </button>
        </>
      ) : null}
      {source.isLive && hasTraffic ? <ForgetButton onConfirm={() => run(forgetAll)} /> : null}
      <span role="status" class="lost">
        {message}
      </span>
    </div>
  );
}

function ImportButton({ onFile }: { readonly onFile: (file: File) => void }) {
  return (
    <label class="button">
      Import JSONL
      <input
        type="file"
        class="visually-hidden"
        accept=".jsonl,.ndjson,application/x-ndjson"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** Asks once more, in its own place, before everything is gone. */
function ForgetButton({ onConfirm }: { readonly onConfirm: () => void }) {
  const [isSure, setSure] = useState(false);
  const onClick = () => {
    if (isSure) onConfirm();
    setSure(!isSure);
  };
  return (
    <button type="button" class={`button ${isSure ? "danger" : ""}`} onClick={onClick} onBlur={() => setSure(false)}>
      {isSure ? "Forget all: sure?" : "Forget all"}
    </button>
  );
}

async function importFile(file: File): Promise<void> {
  const [first] = await source.importLines(await file.text());
  if (first !== undefined) navigate({ view: "exchange", id: first, tab: "messages" });
}

async function forgetAll(): Promise<void> {
  await source.forgetAll();
  clearExchanges();
}
