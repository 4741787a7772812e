import { contentProblem } from "./selection.ts";

/** What a tab says until the worker has read the exchange, or why it never will. */
export function Waiting({ problem }: { readonly problem?: Error | undefined }) {
  return <p class="hint">{problem?.message ?? contentProblem.value ?? "Reading the bodies…"}</p>;
}
