import type { ExchangeDetail } from "@toolglot/gateway";
import { useState } from "preact/hooks";
import { comparedId, compareWith } from "../../compare/compare-state.ts";
import { source } from "../../data/current.ts";
import { exportHtml, exportJsonl } from "../../export/export.ts";
import { saveCase } from "../../export/rosetta-case.ts";
import { exchanges } from "../../state/traffic.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { curlOf } from "./curl.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";

/** What can be done with an exchange. */
export function ExchangeActions({ detail }: { readonly detail: ExchangeDetail }) {
  const [message, setMessage] = useState("");
  const [isReplaying, setReplaying] = useState(false);
  const { id, session } = detail.summary;
  const { kept: isRequestKept } = detail.request;
  const run = (task: Promise<void>) => {
    setMessage("");
    task.catch((error: unknown) => setMessage(error instanceof Error ? error.message : String(error)));
  };
  const turns = () => exchanges.value.filter((each) => each.session === session).map((each) => each.id);
  return (
    <div class="actions">
      {isRequestKept ? <CopyButton text={() => curlOf(detail)}>Copy curl</CopyButton> : null}
      {isRequestKept && source.isLive ? (
        <button type="button" class="button" onClick={() => setReplaying(true)}>
          Send again
        </button>
      ) : null}
      <button type="button" class="button" aria-pressed={comparedId.value === id} onClick={() => compareWith(id)}>
        {comparedId.value === id ? "Open another one…" : "Compare"}
      </button>
      <Menu label="Export">
        {[
          ["This exchange as HTML", () => run(exportHtml([id]))],
          ["This exchange as JSONL", () => run(exportJsonl([id]))],
          ["The session as HTML", () => run(exportHtml(turns()))],
          ["The session as JSONL", () => run(exportJsonl(turns()))],
          ["A Rosetta case (tar)", () => run(saveCase(detail))],
        ]}
      </Menu>
      <span role="status" class="lost">
        {message}
      </span>
      {isReplaying ? <ReplayDialog detail={detail} onClose={() => setReplaying(false)} /> : null}
    </div>
  );
}
