import type { Session } from "../state/sessions.ts";
import { formatCost, plural } from "../ui/format.ts";

/** The heading of a session: who, which, how much. */
export function SessionRow({ session: { id, agent, turns, cost } }: { readonly session: Session }) {
  return (
    <div class="session-row">
      <span class="clip" title={id}>
        {agent}
        {id === "" ? "" : ` · session ${id.slice(0, 8)}`}
      </span>
      <span class="figures">
        {cost === undefined ? "" : `${formatCost(cost)} · `}
        {plural(turns.length, "turn")}
      </span>
    </div>
  );
}
