import type { ExchangeDetail } from "@toolglot/gateway";
import { ProblemNotice } from "../../ui/ProblemNotice.tsx";
import { whyNotKept } from "../load.ts";
import { contentProblem, openContent, type Pane } from "../selection.ts";
import { Foot } from "./Foot.tsx";
import type { SidePlaces } from "./RowDetail.tsx";
import { RowPane } from "./RowPane.tsx";
import { Timing } from "./Timing.tsx";

/** Client request | provider request | provider response | client response, aligned by meaning. */
export function MessagesTab({ detail }: { readonly detail: ExchangeDetail }) {
  const { client, target } = detail.summary;
  const provider = detail.attempts.at(-1)?.dialect ?? target;
  if (contentProblem.value !== undefined) return <ProblemNotice message={contentProblem.value} />;
  return (
    <>
      <div class="panes">
        <RowPane
          pane="request"
          titles={["Client asked", "Provider got"]}
          dialects={[client, provider]}
          empty={missing(detail, "request")}
        />
        <RowPane
          pane="response"
          titles={["Provider said", "Client got"]}
          dialects={[provider, client]}
          empty={missing(detail, "response")}
        />
      </div>
      {openContent.value === undefined ? (
        <div class="foot" />
      ) : (
        <Foot placesOf={(pane) => placesOf(pane, detail.summary.id)}>
          <Timing detail={detail} />
        </Foot>
      )}
    </>
  );
}

function placesOf(pane: Pane, id: string): SidePlaces {
  return pane === "request"
    ? [
        { id, role: "clientRequest" },
        { id, role: "providerRequest" },
      ]
    : [
        { id, role: "providerResponse" },
        { id, role: "clientResponse" },
      ];
}

/** Why a pane has nothing to show. */
function missing(detail: ExchangeDetail, pane: "request" | "response"): string {
  const reason = whyNotKept(detail);
  if (reason !== undefined) return reason;
  if (detail.summary.state === "running") return "Waiting for the first output.";
  return pane === "request" ? "This request has no body." : "There was no response.";
}
