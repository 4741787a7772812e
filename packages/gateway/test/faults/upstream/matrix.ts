import { expect } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import type { ClientDialect } from "../../matrix/clients/index.ts";
import type { FaultHarness, Run } from "./harness.ts";
import { expectAnswered, expectBroken, expectError, expectFailed, expectRefused, statusFor } from "./outcomes.ts";
import type { Expected, Row } from "./table.ts";

export interface Pair {
  readonly client: ClientDialect;
  readonly provider: ClientDialect;
  readonly streams: boolean;
}

/** Runs one fault of the table between a client and a provider, and checks its outcome. */
export async function checkRow(harness: FaultHarness, row: Row, { client, provider, streams }: Pair): Promise<Run> {
  const timeouts = row.timeouts === undefined ? "" : `${row.timeouts}-`;
  const run = await harness.run({ client, streams, model: `${timeouts}${provider}/${row.model}` });
  expectOutcome(streams ? row.streamed : row.whole, run, client === provider);
  expect(run.record.attempts).toHaveLength(1);
  // With a short timeout, the gateway may close the connection before its request arrives.
  if (row.timeouts === undefined) expect(run.received).toHaveLength(1);
  return run;
}

function expectOutcome(expected: Expected, run: Run, isSameDialect: boolean): void {
  if (isSameDialect && isOwnError(run)) expectError(run);
  else if (expected.type === "broken") expectBroken(run, expected.as);
  else if (expected.type === "failed") expectFailed(run, expected.as);
  else if (expected.type === "refused") {
    expectRefused(run, expected.as);
    if (expected.status !== undefined) expect(run.status).toBe(statusFor(run, expected.status));
  } else expectComplete(run, isSameDialect);
}

/** Errors that pass unchanged between two ends of the same dialect: its own SDK reads them. */
function isOwnError({ request: { client, model, streams } }: Run): boolean {
  if (!streams) return false;
  return client === "openai-responses" ? model.includes("fault-inband") : model.endsWith("fault-done-no-finish");
}

/** Passes unchanged between two ends of the same dialect: the vendor would not write it, but its own SDK reads it. */
const ODD = /fault-(?:no-done|double-done|usage-\w+|bad-utf8|unknown)$/;

/** All of the text is there, and it is legal. */
function expectComplete(run: Run, isSameDialect: boolean): void {
  const { text } = expectAnswered(run);
  const { client, streams, model } = run.request;
  expect(text.replaceAll("\uFFFD", "")).toMatch(/^(?:\(?)Hello from the simulated provider! .*heard: .*\)"$/);
  // The last event of a stream may repeat the text in full.
  expect(run.text?.includes("\uFFFD")).toBe(model.endsWith("bad-utf8"));
  if (streams && !(isSameDialect && ODD.test(model))) expect(legality[client]?.stream(run.text ?? "")).toEqual([]);
}
