import type { Json } from "@toolglot/core";
import { type AlignedRow, type Alignment, alignRequests, alignResponses } from "@toolglot/core/align";
import { isEqual } from "./equal.ts";
import { type OpenedExchange, openedNamed } from "./opened.ts";
import { cellOf } from "./preview.ts";
import { nodesOf, rowContent } from "./rows.ts";
import type { BodyRole, ExchangeContent, PaneContent, RowContent } from "./views.ts";

type Both<T> = readonly [T, T];

/** What two exchanges have in common: their clients' requests and responses, node by node. */
export function compareExchanges({ ids: [one, other] }: { ids: Both<string> }): ExchangeContent {
  const both: Both<OpenedExchange> = [openedNamed(one), openedNamed(other)];
  return {
    request: comparedPane(both, "clientRequest", alignedRequests),
    response: comparedPane(both, "clientResponse", alignedResponses),
  };
}

type Align = (bodies: Both<Json>, from: Both<Dialect>) => Alignment;
type Dialect = NonNullable<OpenedExchange["exchange"]["bridge"]>["from"];

// The first is the left side. Nothing was translated from one to the other, but twins are found in the same way.
const alignedRequests: Align = ([client, provider], [from, to]) => alignRequests({ from, to, client, provider });
const alignedResponses: Align = ([provider, client], [to, from]) => alignResponses({ from, to, provider, client });

function comparedPane(both: Both<OpenedExchange>, role: BodyRole, align: Align): PaneContent {
  const [left, right] = [both[0].shown(role), both[1].shown(role)];
  const dialects = [both[0].exchange.client, both[1].exchange.client] as const;
  const rows = alignedRows([left, right], dialects, align);
  return { rows: rows ?? pointerRows(left, right) };
}

/** `undefined` where the bodies cannot be read in their dialects. */
function alignedRows(
  [left, right]: Both<Json | undefined>,
  [from, to]: Both<Dialect | undefined>,
  align: Align,
): RowContent[] | undefined {
  if (left === undefined || right === undefined || from === undefined || to === undefined) return undefined;
  try {
    const { rows } = align([left, right], [from, to]);
    return rows.length === 0 ? undefined : withRewritten(rows).map((row) => compared(row, from === to));
  } catch {
    // Not every body is one of its dialect; what it holds can be compared all the same.
    return undefined;
  }
}

// What stands between the same neighbours, and says something else, was rewritten.
function withRewritten(rows: readonly AlignedRow[]): AlignedRow[] {
  const runs: AlignedRow[][] = [[]];
  for (const row of rows) {
    if (row.left !== undefined && row.right !== undefined) runs.push([row], []);
    else runs.at(-1)?.push(row);
  }
  return runs.flatMap(withPairs);
}

function withPairs(run: readonly AlignedRow[]): AlignedRow[] {
  const added = run.filter(({ left }) => left === undefined);
  const rows = run.map((row) => {
    if (row.right !== undefined) return row;
    const place = added.findIndex(({ kind, role }) => kind === row.kind && role === row.role);
    const right = place === -1 ? undefined : added.splice(place, 1)[0]?.right;
    return right === undefined ? row : { ...row, right };
  });
  return rows.filter((row) => row.left !== undefined || added.includes(row));
}

// Between two dialects, the same is written in different ways.
function compared(row: AlignedRow, isOneDialect: boolean): RowContent {
  const { left, right, state } = row;
  const isChanged = isOneDialect ? !isEqual(left?.value ?? null, right?.value ?? null) : state !== "same";
  const comparedState = stateOf(row, isChanged ? "changed" : "same");
  return rowContent({ ...row, state: comparedState, losses: [], changes: [] });
}

function stateOf({ left, right }: { left?: unknown; right?: unknown }, both: "same" | "changed"): AlignedRow["state"] {
  if (left === undefined) return "added";
  return right === undefined ? "lost" : both;
}

function pointerRows(left: Json | undefined, right: Json | undefined): RowContent[] {
  const [before, after] = [nodesByPointer(left), nodesByPointer(right)];
  const pointers = [...new Set([...before.keys(), ...after.keys()])];
  return pointers.map((pointer) => pointerRow(pointer, before.get(pointer), after.get(pointer)));
}

function nodesByPointer(body: Json | undefined): Map<string, Json> {
  return new Map(body === undefined ? [] : nodesOf(body).map(({ pointer, value }) => [pointer, value]));
}

function pointerRow(pointer: string, left: Json | undefined, right: Json | undefined): RowContent {
  const kind = /\/\d+$/.test(pointer) ? "block" : "field";
  return {
    state: stateOf({ left, right }, isEqual(left ?? null, right ?? null) ? "same" : "changed"),
    kind,
    label: pointer,
    ...(left === undefined ? {} : { left: cellOf({ pointer, value: left }, { kind }) }),
    ...(right === undefined ? {} : { right: cellOf({ pointer, value: right }, { kind }) }),
    losses: [],
    changes: [],
  };
}
