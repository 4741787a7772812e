import { useEffect, useState } from "preact/hooks";
import { isFiltered } from "../state/filter.ts";
import { isListed } from "../state/live.ts";
import { route } from "../state/route.ts";
import { cursor, trafficRows } from "../state/sessions.ts";
import { VirtualList } from "../ui/VirtualList.tsx";
import { EmptyTraffic, NothingFound } from "./EmptyTraffic.tsx";
import { SessionRow } from "./SessionRow.tsx";
import { TurnRow } from "./TurnRow.tsx";

const SESSION_HEIGHT = 34;
const TURN_HEIGHT = 50;

/** The sessions with their turns, newest first. */
export function TrafficList() {
  const rows = trafficRows.value;
  const open = route.value.view === "exchange" ? route.value.id : undefined;
  const [moved, setMoved] = useState<number>();
  useEffect(() => cursor.subscribe((id) => setMoved(indexOf(id))), []);
  useEffect(() => {
    if (open !== undefined) cursor.value = open;
  }, [open]);
  // What the address names may be listed later.
  useEffect(() => {
    if (moved === -1) setMoved(indexOf(cursor.value));
  }, [moved, rows]);
  if (!isListed.value) return <p class="hint">Listing the traffic…</p>;
  if (rows.length === 0) return isFiltered.value ? <NothingFound /> : <EmptyTraffic />;
  return (
    <VirtualList
      class="traffic-list"
      label="Exchanges, newest first"
      count={rows.length}
      active={moved}
      heightOf={(index) => (rows[index]?.type === "session" ? SESSION_HEIGHT : TURN_HEIGHT)}
      layout={rows}
      keyOf={(index) => keyOf(index)}
      tabStopAmong={tabStopAmong}
    >
      {(index, isTabStop) => {
        const row = rows[index];
        if (row === undefined) return null;
        if (row.type === "session") return <SessionRow session={row.session} />;
        const { exchange } = row;
        const place = { isOpen: exchange.id === open, isAtCursor: exchange.id === cursor.value, isTabStop };
        return <TurnRow exchange={exchange} {...place} />;
      }}
    </VirtualList>
  );
}

/** The turn that the keyboard is at, or else the first one that is drawn. */
function tabStopAmong(drawn: readonly number[]): number | undefined {
  const idAt = (index: number) => {
    const row = trafficRows.value[index];
    return row?.type === "turn" ? row.exchange.id : undefined;
  };
  const atCursor = cursor.value === undefined ? undefined : drawn.find((index) => idAt(index) === cursor.value);
  return atCursor ?? drawn.find((index) => idAt(index) !== undefined);
}

function indexOf(id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  return trafficRows.value.findIndex((row) => row.type === "turn" && row.exchange.id === id);
}

function keyOf(index: number): string {
  const row = trafficRows.value[index];
  if (row === undefined) return String(index);
  return row.type === "session" ? `session ${row.session.id}` : row.exchange.id;
}
