import type { RefusalPart } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads the `refusal` of a message. */
export function decodeRefusal({ dialect }: ChatFacts, refusal: Json | undefined, report: Report): RefusalPart[] {
  if (typeof refusal !== "string") return [];
  return [{ type: "refusal", text: refusal, origin: { dialect, place: report.place, fields: FIELD } }];
}

/** Writes the `refusal` of a message; refusals that came from its content are written there. */
export function encodeRefusal(parts: readonly Part[]): string | undefined {
  const refusals = parts.filter((part) => part.type === "refusal").filter((part) => !isContentRefusal(part));
  return refusals.length === 0 ? undefined : refusals.map(({ text }) => text).join("\n");
}

/** Whether a refusal came from the content of a message. */
export function isContentRefusal({ origin }: RefusalPart): boolean {
  return origin?.fields.text === "/refusal";
}

/** Prepares a part for a response, where a refusal of another dialect is written to `refusal`. */
export function withRefusalField({ dialect }: ChatFacts, part: Part): Part {
  const { origin } = part;
  if (part.type !== "refusal" || origin === undefined || origin.dialect === dialect) return part;
  return { ...part, origin: { ...origin, fields: FIELD } };
}

const FIELD: Readonly<Record<string, string>> = { text: "" };
