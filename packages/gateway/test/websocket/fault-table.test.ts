import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { isDrawn } from "../../../../test/support/extent.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { DIALECTS } from "../clients/requests.ts";
import { baseUrl, NO_RETRIES, SHORT_TIMEOUTS } from "../faults/upstream/harness.ts";
import { type Row, rows } from "../faults/upstream/table.ts";
import { startGateway } from "../support/gateway.ts";
import { SocketClient, type SocketEvent } from "./socket-client.ts";

describe.each(DIALECTS)("the faults of a provider of %s, over a WebSocket", (dialect) => {
  // Which faults the simulator has is the same for all; in the quick run, each provider has some of them.
  const tried = rows(dialect).filter((_, index) => isDrawn(11, index, DIALECTS.indexOf(dialect)));

  it("each end one response as they end a stream, and never the connection", async () => {
    const sim = await startSimulator();
    afterTest(() => sim.close());
    const patient = { dialect, baseUrl: baseUrl(dialect, sim.url), retries: NO_RETRIES };
    const { url } = await startGateway({ providers: { patient, hasty: { ...patient, timeouts: SHORT_TIMEOUTS } } });
    const client = await SocketClient.open(url);
    for (const row of [...tried, WELL]) {
      const from = client.events.length;
      const provider = row.timeouts === undefined ? "patient" : "hasty";
      const last = await client.create({ model: `${provider}/${row.model}`, input: "Hi" });
      expectEnd(row, last, client.events.slice(from));
    }
  }, 60_000);
});

/** No fault. */
const WELL: Row = { id: "", model: "default", streamed: { type: "answered" }, whole: { type: "answered" } };

function expectEnd({ id, model, streamed }: Row, last: SocketEvent, events: readonly SocketEvent[]): void {
  const types = events.map(({ type }) => type);
  const name = `${id} ${model}: ${types.join(" ")}`;
  // An event that says how the response ended comes once, and nothing after it.
  const ends = types.filter((type) => /^(?:error|response\.(?:completed|failed|incomplete))$/.test(type));
  expect(ends, name).toHaveLength(1);
  expect(types.at(-1), name).toBe(last.type);
  if (streamed.type === "answered") expect(last.type, name).toBe("response.completed");
  else expect(["error", "response.failed"], name).toContain(last.type);
  // Codex waits for more after an error event without a status.
  if (last.type === "error")
    expect(last, name).toMatchObject({ status: expect.any(Number), error: expect.any(Object) });
}
