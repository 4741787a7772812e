import type { Change, Loss } from "@toolglot/core";
import { explainChange, explainLoss } from "@toolglot/core/explain";

const LOSSES_PAGE = "https://github.com/toolglot/toolglot/blob/main/docs/losses.md";

/** What is gone and why, with a link to the page that explains its code. */
export function LossReason({ loss }: { readonly loss: Loss }) {
  return (
    <p class="reason">
      <span class="lost">
        {loss.action} · {loss.level}
      </span>{" "}
      {loss.feature} {explainLoss(loss)}{" "}
      <a href={`${LOSSES_PAGE}#loss-${loss.code}`} target="_blank" rel="noreferrer">
        docs: {loss.code}
      </a>
    </p>
  );
}

/** The rule by which something was changed; its place, unless that of the row says it. */
export function ChangeReason({ change, at }: { readonly change: Change; readonly at?: string | undefined }) {
  return (
    <p class="reason">
      <span class="changed">changed</span>{" "}
      <a href={`${LOSSES_PAGE}#change-${change.rule}`} target="_blank" rel="noreferrer">
        {change.rule}
      </a>{" "}
      {explainChange(change)} {change.detail ?? ""}{" "}
      {change.path === at ? null : <code class="muted">{change.path}</code>}
    </p>
  );
}
