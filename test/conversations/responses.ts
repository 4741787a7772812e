import type { AnswerTranslation, Json } from "@toolglot/core";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";
import { type Difference, differences, isCovered } from "./difference.ts";
import { type Recorded, responses } from "./recorded.ts";

export { DIALECTS };

/** Every whole answer of the Rosetta cases, in each dialect; errors, and what holds another vendor's signature, come from no provider. */
const written: readonly Recorded<Json>[] = readConversationCases("responses").flatMap(({ name, files }) =>
  [...files]
    .filter(([, body]) => !/tg1:|dGcxO|"status":\d/.test(JSON.stringify(body)))
    .map(([dialect, body]) => ({ id: name, dialect, model: undefined, body })),
);

/** Every whole answer that was recorded, and those that we wrote ourselves, which are there without the recordings. */
export const answers: readonly Recorded<Json>[] = [...written, ...responses];

/** What a response lost on the way through another dialect and back without a report. */
export function unreportedIn(body: Json, from: string, to: string): string[] {
  const there = createBridge({ client: to, provider: from }).response(body);
  // An error has no answer in it that could come back.
  if (there.status !== undefined) return [];
  const back = createBridge({ client: from, provider: to }).response(there.value);
  const reported = [...there.losses, ...there.changes, ...impliedReports(there)];
  return differences(body, back.value, reported)
    .filter((difference) => !isCovered(difference, reported) && !isReportedOnReturn(difference, back))
    .map(({ path, sent, back: got }) => `${path}: ${JSON.stringify(sent)} → ${JSON.stringify(got)}`.slice(0, 300));
}

// That an answer is incomplete is no more than that there is something it is incomplete for.
function impliedReports({ losses }: AnswerTranslation): { path: string }[] {
  return losses.some(({ path }) => path === "/incomplete_details/reason") ? [{ path: "/status" }] : [];
}

// The way back gives ids of its own to what has none there, or one that the dialect does not take.
function isReportedOnReturn({ path }: Difference, { changes }: AnswerTranslation): boolean {
  if (path === "/id" || path === "/responseId") return changes.some(({ rule }) => rule === "response-id");
  return /\/(?:call_)?id$/.test(path) && changes.some(({ rule }) => rule === "call-id");
}
