import { describe, expect, it } from "vitest";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { useSockets } from "./harness.ts";
import { checkRow } from "./matrix.ts";
import { type Row, rows } from "./table.ts";

const harness = useSockets();

/** Each fault once, with changing clients and providers; `matrix.test.ts` has all pairs, without sockets. */
function oncePerFault(): { readonly row: Row; readonly client: ClientDialect; readonly provider: ClientDialect }[] {
  const faults = new Map<string, { row: Row; client: ClientDialect; provider: ClientDialect }>();
  for (const [offset, provider] of DIALECTS.entries())
    for (const [index, row] of rows(provider).entries()) {
      const client = DIALECTS[(index + offset) % DIALECTS.length] ?? provider;
      const isTurn = index % DIALECTS.length === offset;
      if (isTurn || !faults.has(row.model)) faults.set(row.model, { row, client, provider });
    }
  return [...faults.values()];
}

describe("over sockets", () => {
  it.each(oncePerFault())("$row.id: $row.model, $client before $provider", async ({ row, client, provider }) => {
    const runs = [true, false].map((streams) => checkRow(harness, row, { client, provider, streams }));
    for (const { received } of await Promise.all(runs))
      if (row.timeouts !== undefined) for (const { ended } of received) expect(await ended).toBe("gone");
  });
});
