import { clearFilter } from "../state/filter.ts";
import { connection } from "../state/live.ts";
import { hrefOf } from "../state/route.ts";

/** The list before the first exchange. */
export function EmptyTraffic() {
  if (connection.value === "file") return <p class="hint">This file has no exchanges.</p>;
  return (
    <div class="hint">
      <p>No traffic yet.</p>
      <p>
        Point a client at this gateway, and each of its requests appears here:{" "}
        <a href={hrefOf({ view: "start" })}>Start</a> has a line to copy for each client.
      </p>
    </div>
  );
}

/** The list when no exchange passes the filter. */
export function NothingFound() {
  return (
    <div class="hint">
      <p>No exchange passes the filter.</p>
      <button type="button" class="button" onClick={clearFilter}>
        Clear the filter
      </button>
    </div>
  );
}
