import type { ExchangeDetail } from "@toolglot/gateway";
import { useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import type { TextPlace } from "../../core-worker/exchange/text.ts";
import type { BodyRole } from "../../core-worker/exchange/views.ts";
import { Chip } from "../../ui/Chip.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { formatBytes } from "../../ui/format.ts";
import { BodyText } from "../BodyText.tsx";
import { bodiesOf } from "../load.ts";
import { contentProblem, openContent } from "../selection.ts";
import { Headers } from "./Headers.tsx";

const NAMES: Readonly<Record<BodyRole, string>> = {
  clientRequest: "Client request",
  providerRequest: "Provider request",
  providerResponse: "Provider response",
  clientResponse: "Client response",
};

/** The bytes as they went over the wire, with their headers. */
export function RawTab({ detail }: { readonly detail: ExchangeDetail }) {
  const bodies = bodiesOf(detail);
  const [role, setRole] = useState<BodyRole>("clientRequest");
  const [isFormatted, setFormatted] = useState(true);
  const body = bodies.find((each) => each.role === role);
  const place = { id: detail.summary.id, role, ...(isFormatted && body?.isStream !== true ? { pointer: "" } : {}) };
  return (
    <div class="raw">
      <div class="chips">
        {bodies.map((each) => (
          <Chip key={each.role} isOn={each.role === role} onClick={() => setRole(each.role)}>
            {NAMES[each.role]} <small>{formatBytes(each.bytes)}</small>
          </Chip>
        ))}
        <span class="spring" />
        <Chip isOn={isFormatted} onClick={() => setFormatted(!isFormatted)}>
          formatted
        </Chip>
        <CopyButton class="chip" text={() => callCore("readText", { place })}>
          copy
        </CopyButton>
      </div>
      <Headers detail={detail} role={role} />
      {body?.isKept === true ? <KeptBody place={place} /> : <p class="hint">This body was not kept.</p>}
    </div>
  );
}

function KeptBody({ place }: { readonly place: TextPlace }) {
  if (openContent.value === undefined) return <p class="hint">{contentProblem.value ?? "Reading the bodies…"}</p>;
  return <BodyText key={JSON.stringify(place)} place={place} label={NAMES[place.role]} />;
}
