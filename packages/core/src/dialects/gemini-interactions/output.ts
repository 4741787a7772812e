import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import { fieldReport, loseForeignExtras, loseNode } from "../../mapping/node.ts";
import { writeOpaque } from "../../mapping/nodes/opaque.ts";
import { type TieredNode, type Tiers, writeUsedTier } from "../../mapping/nodes/used-tier.ts";
import { formatTimestamp } from "../../mapping/values/timestamp.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import * as calls from "./calls.ts";
import { contentOf } from "./content.ts";
import { thoughtStep } from "./reasoning.ts";
import { TIERS } from "./settings.ts";

/** What identifies an interaction. */
export interface InteractionHead {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly created?: number | undefined;
}

/** An interaction without steps. */
export function blankInteraction({ id, model, created }: InteractionHead, context: ResponseContext): JsonObject {
  const time = formatTimestamp(created ?? context.created);
  return {
    id: context.name ?? id ?? context.id,
    object: "interaction",
    status: "in_progress",
    model: model ?? context.model ?? "",
    created: time,
    updated: time,
  };
}

/** The service tier of a response, if this API has it; other vendors' tiers are lost. */
export function usedTierFor(served: TieredNode, report: Report): string | undefined {
  return writeUsedTier(USED, served, report);
}

const USED: Tiers = { dialect: "gemini-interactions", names: TIERS };

/** The steps of a response of another dialect. As in a stream, every text begins a step: the texts of one step are one text. */
export function stepsOf(parts: readonly Part[], report: Report): JsonObject[] {
  let texts = 0;
  const runs = groupAdjacent(parts, (part) => {
    if (part.type === "text" || part.type === "refusal") texts++;
    return isSpoken(part) ? String(texts) : undefined;
  });
  return encodeEach(runs, (run) => stepOf(run, report));
}

/** The start of a call; its arguments follow. */
export function callStep({ id, name }: Pick<CallPart, "id" | "name">): JsonObject {
  return { type: "function_call", id, name, arguments: {} };
}

/** The one text of reasoning: a stream does not tell where a paragraph of a summary ends. */
export function joinedTexts(part: ReasoningPart, report: Report): readonly string[] {
  if (part.texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
  return part.texts.length > 1 ? [part.texts.join("\n\n")] : part.texts;
}

function isSpoken({ type }: Part): boolean {
  return type === "text" || type === "refusal" || type === "media";
}

function stepOf(run: readonly [Part, ...Part[]], report: Report): JsonObject | undefined {
  const [part] = run;
  switch (part.type) {
    case "call":
      return calls.encode(part, report);
    case "reasoning":
      loseForeignExtras(DIALECT, part, report);
      return thoughtStep(joinedTexts(part, report), part);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    case "result":
      return loseNode(part, "result", report);
    default:
      return { type: "model_output", content: contentOf(run, report) };
  }
}

const DIALECT = "gemini-interactions";
