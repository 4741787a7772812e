import type { Json } from "../../model/json.ts";
import type { Stop, StopReason } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** Why an answer ends, by this API's word for it; older servers have none. */
export function stopOf(word: Json | undefined): Stop {
  if (typeof word !== "string") return { reason: "end" };
  return { reason: REASONS[word] ?? "other", word };
}

/** This API's word for why an answer ends: it knows no more than that the model was done, or was stopped. */
export function stopWord({ reason }: Stop, report: Report): string {
  if (UNSAID.has(reason)) report.lose("stop-reason", { feature: reason, action: "weakened" });
  return reason === "length" ? "length" : "stop";
}

/** An answer with calls ends with `stop` as well: https://docs.ollama.com/capabilities/tool-calling */
const REASONS: Readonly<Record<string, StopReason>> = { stop: "end", length: "length", load: "end", unload: "end" };

const UNSAID: ReadonlySet<StopReason> = new Set(["filter", "refusal", "pause", "malformed", "other"]);
