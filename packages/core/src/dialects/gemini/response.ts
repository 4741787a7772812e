import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { filledText, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { failIfEmpty, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { createResponse } from "../../mapping/nodes/response.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { withUsedTier } from "../../mapping/nodes/used-tier.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { decodeCandidate, encodeCandidate } from "./candidate.ts";
import * as errors from "./errors.ts";
import { blockOf } from "./finish-reasons.ts";
import { readItems, repeatedField } from "./repeated.ts";
import { bothSpellings } from "./spelling.ts";
import { decodeUsage, encodeUsage, TIER_PLACE, usedTierFor, usedTierIn } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectBody(wire, BODY, report);
  if (isObject(body.error)) return { candidates: [], failure: errors.decode(body, NO_STATUS) };
  const { values, provenance } = readNode(RESPONSE, body, report);
  const { id, model, candidates, usage, block, blockMessage } = values;
  const listed =
    isArray(candidates) || isObject(candidates)
      ? readItems(candidates, report.at("candidates"), decodeCandidate)
      : blocked(block, blockMessage, report);
  const memory =
    block === undefined
      ? provenance
      : withNotes(provenance, "gemini", { block: { block, blockMessage: blockMessage ?? null } });
  const response = createResponse(memory, {
    id: typeof id === "string" ? id : undefined,
    model: typeof model === "string" ? model : undefined,
    candidates: listed,
    usage: isObject(usage) ? decodeUsage(usage, report.at("usageMetadata")) : undefined,
  });
  return failIfEmpty(withUsedTier(response, usedTierIn(usage), TIER_PLACE), listed.length === 0);
}

const BODY: BodyShape = {
  expected: "a response",
  repeated: ["candidates"],
  has: ["candidates", "promptFeedback", "usageMetadata", "modelVersion", "responseId", "error"],
};

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { candidates, id, model } = response;
  if (response.origin?.dialect === DIALECT) return writeOwn(response, report);
  reportResponseHead(response, { id, time: false }, report);
  const values = {
    created: CHANGED,
    candidates: candidates.map((candidate, index) => encodeCandidate(candidate, index, report)),
    id: id ?? context.id,
    model: model ?? context.model ?? "",
    ...usageFor(response, report),
  };
  return writeNode(RESPONSE, response, values, report);
}

// Without counts there is no place for the tier.
function usageFor(response: CanonicalResponse, report: Report): Readonly<Record<string, unknown>> {
  const { usage } = response;
  if (usage === undefined) return {};
  return { usage: encodeUsage(usage, report, usedTierFor(response, report)), usedTier: WRITTEN };
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/generate-content#generatecontentresponse */
const RESPONSE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  fields: {
    candidates: repeatedField("/candidates"),
    usage: object("/usageMetadata"),
    model: filledText(...bothSpellings("/modelVersion")),
    id: filledText(...bothSpellings("/responseId")),
    block: text("/promptFeedback/blockReason"),
    blockMessage: text("/promptFeedback/blockReasonMessage"),
  },
});

// A blocked prompt is a response without candidates.
function blocked(block: Json | undefined, message: Json | undefined, report: Report): Candidate[] {
  if (typeof block !== "string") return [];
  const { place } = report.at(FEEDBACK);
  return [{ parts: [], finishReason: blockOf(block, message), origin: { dialect: DIALECT, place, fields: BLOCK } }];
}

const FEEDBACK = "promptFeedback";
const BLOCK: Readonly<Record<string, string>> = { finishReason: "/blockReason", message: "/blockReasonMessage" };

function writeOwn(response: CanonicalResponse, report: Report): JsonObject {
  const { candidates, id, model } = response;
  const listed = candidates.filter(({ origin }) => origin?.place.key !== FEEDBACK);
  const block = response.extras?.[DIALECT]?.block;
  const feedback = isObject(block) ? { block: block.block, blockMessage: block.blockMessage ?? undefined } : {};
  const values = {
    failure: WRITTEN,
    candidates:
      listed.length === 0 ? CHANGED : listed.map((candidate, index) => encodeCandidate(candidate, index, report)),
    id,
    model,
    ...usageFor(response, report),
    ...feedback,
  };
  return writeNode(RESPONSE, response, values, report);
}
