import { fieldReport, loseField, loseForeignExtras, loseNode, writeNode } from "../../mapping/node.ts";
import { withoutEmptyTexts } from "../../mapping/nodes/empty-texts.ts";
import { NO_STATUS } from "../../mapping/nodes/failure.ts";
import { reportRawReason } from "../../mapping/nodes/finish-reason.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { extendObject } from "../../mapping/values/extend-object.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { expectResponse, isError, RESPONSE, readResponse } from "./candidates.ts";
import { contentOf } from "./content.ts";
import * as errors from "./errors.ts";
import { rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { TIERS } from "./settings.ts";
import { encodeUsage } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectResponse(wire, report);
  return isError(body) ? { candidates: [], failure: errors.decode(body, NO_STATUS) } : readResponse(body, report);
}

export function encode(response: CanonicalResponse, report: Report): JsonObject {
  const { candidates, usage, usedTier, model } = response;
  const own = response.origin?.dialect === DIALECT;
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (candidate !== undefined) loseForeignExtras(DIALECT, candidate, report);
  const stop = candidate?.finishReason ?? { reason: "other" };
  const finishReason = own ? stop.raw : rawReason(stop);
  if (candidate !== undefined && finishReason !== stop.raw) reportRawReason(candidate, UNSUPPORTED, report);
  if (!own) reportResponseHead(response, { time: false }, report);
  // The client has named it in the URL.
  if (!own && model !== undefined) fieldReport(response, "model", report).change("in-address");
  const noUsage = own ? undefined : NO_USAGE;
  const values = {
    content: contentOf(shown(candidate, own, report), report),
    finishReason,
    sequence: stop.sequence,
    usage: usage === undefined ? noUsage : encodeUsage(usage, report),
    usedTier: usedTier === undefined ? undefined : tierIn(response, report),
    id: CHANGED,
    model: CHANGED,
    candidates: WRITTEN,
    failure: WRITTEN,
    created: CHANGED,
  };
  const written = writeNode(RESPONSE, response, values, report);
  return own ? written : extendObject(written, { metrics: { latencyMs: 0 } });
}

/** The service tier of a response, if this API has it. */
function tierIn(response: CanonicalResponse, report: Report): string | symbol {
  const { usedTier = "", origin } = response;
  if (TIERS.has(usedTier) || origin?.dialect === DIALECT) return usedTier;
  loseField(response, "usedTier", report);
  return LOST;
}

const DIALECT = "bedrock";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

// An empty text would be refused when the client sends it back.
function shown(candidate: Candidate | undefined, own: boolean, report: Report): Candidate["parts"] {
  const parts = candidate?.parts ?? [];
  return own ? parts : withoutEmptyTexts(parts, report);
}
