import type { Session } from "../state/sessions.ts";
import { formatCost, plural } from "../ui/format.ts";

/** The heading of a session: who, which, how much. */
export function SessionRow({ session: { id, agent, turns, cost } }: { readonly session: Session }) {
  return (
    <div class="session-row">
      <span class="clip" title={id}>
        {agent}
        {id === "" ? "" : ` · session ${shortId(id)}`}
      </span>
      <span class="figures">
        {cost === undefined ? "" : `${formatCost(cost)} · `}
        {plural(turns.length, "turn")}
      </span>
    </div>
  );
}

/** The start of a UUID or hash tells sessions apart; a name is shown whole. */
function shortId(id: string): string {
  return /^[0-9a-f-]{12,}$/i.test(id) ? id.slice(0, 8) : id;
}
