import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useState } from "preact/hooks";
import { callCore } from "../core-worker/client.ts";
import { source } from "../data/current.ts";
import { loadContent } from "../exchange/load.ts";
import { Foot } from "../exchange/messages/Foot.tsx";
import type { SidePlaces } from "../exchange/messages/RowDetail.tsx";
import { RowPane } from "../exchange/messages/RowPane.tsx";
import { openContent, type Pane, selectedRow } from "../exchange/selection.ts";
import { ProblemNotice } from "../ui/ProblemNotice.tsx";
import { ComparedFigures } from "./ComparedFigures.tsx";

type Both = readonly [ExchangeDetail, ExchangeDetail];

/** Two exchanges side by side: their figures, and their clients' requests and responses. */
export function CompareView({ ids }: { readonly ids: readonly [string, string] }) {
  const [one, other] = ids;
  const [details, setDetails] = useState<Both>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    openContent.value = undefined;
    selectedRow.value = undefined;
    load([one, other]).then(setDetails, (error: Error) => setProblem(error.message));
  }, [one, other]);
  return (
    <main class="compare" id="main" tabIndex={-1}>
      <h1>Compare</h1>
      {problem === undefined ? null : <ProblemNotice message={problem} />}
      {details === undefined ? null : (
        <>
          <ComparedFigures details={details} />
          <div class="tab-content">
            <div class="panes">
              <RowPane
                pane="request"
                titles={["First request", "Second request"]}
                dialects={dialectsOf(details)}
                empty="Neither request has a body."
              />
              <RowPane
                pane="response"
                titles={["First response", "Second response"]}
                dialects={dialectsOf(details)}
                empty="Neither exchange has a response."
              />
            </div>
            {selectedRow.value === undefined ? null : <Foot placesOf={(pane) => placesOf(pane, ids)} />}
          </div>
        </>
      )}
    </main>
  );
}

async function load(ids: readonly [string, string]): Promise<Both> {
  const [one, other] = await Promise.all([source.detail(ids[0]), source.detail(ids[1])]);
  await Promise.all([loadContent(one), loadContent(other)]);
  openContent.value = await callCore("compareExchanges", { ids });
  return [one, other];
}

function placesOf(pane: Pane, [one, other]: readonly [string, string]): SidePlaces {
  const role = pane === "request" ? "clientRequest" : "clientResponse";
  return [
    { id: one, role },
    { id: other, role },
  ];
}

function dialectsOf([one, other]: Both): readonly [string, string] {
  return [one.summary.client, other.summary.client];
}
