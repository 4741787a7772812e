import type { Refusal } from "../registry.ts";
import type { Guard, TrustPolicy } from "../trust/policy.ts";
import type { CandidateFile, Listing } from "./candidates.ts";

/** A candidate with the check that must pass before each run. */
export interface GuardedCandidate extends CandidateFile {
  readonly guard: Guard | undefined;
}

/** The candidates of a folder that may be run now, and one refusal for all of the others. */
export async function guardCandidates(
  { candidates, refusals }: Listing,
  trust: TrustPolicy,
): Promise<{ readonly candidates: readonly GuardedCandidate[]; readonly refusals: readonly Refusal[] }> {
  const checked = await Promise.all(
    candidates.map(async (candidate) => {
      const guard = await trust(candidate);
      return { candidate: { ...candidate, guard }, reason: await guard?.() };
    }),
  );
  const allowed = checked.filter(({ reason }) => reason === undefined).map(({ candidate }) => candidate);
  const held = checked.filter(({ reason }) => reason !== undefined);
  return { candidates: allowed, refusals: [...refusals, ...refusalOf(held)] };
}

/** Environment variables that keep Python from writing compiled files into a trusted folder, which must not change. */
export function guardedEnvironment(guard: Guard | undefined): Record<string, string> {
  return guard === undefined ? {} : { PYTHONDONTWRITEBYTECODE: "1" };
}

function refusalOf(
  held: readonly { readonly candidate: CandidateFile; readonly reason: string | undefined }[],
): Refusal[] {
  const [first] = held;
  if (first === undefined) return [];
  const names = held.slice(0, MAX_LISTED).map(({ candidate }) => candidate.file);
  const more = held.length > MAX_LISTED ? ` and ${held.length - MAX_LISTED} more` : "";
  const reason = `not run (${names.join(", ")}${more}): ${first.reason ?? ""}`;
  return [{ where: first.candidate.directory, reason, level: "error" }];
}

const MAX_LISTED = 5;
