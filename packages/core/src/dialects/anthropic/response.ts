import { loseForeignExtras, loseNode, writeNode } from "../../mapping/node.ts";
import { withoutEmptyTexts } from "../../mapping/nodes/empty-texts.ts";
import { NO_STATUS } from "../../mapping/nodes/failure.ts";
import { reportRawReason } from "../../mapping/nodes/finish-reason.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { withUsedTier } from "../../mapping/nodes/used-tier.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { extendObject } from "../../mapping/values/extend-object.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { expectMessage, isError, MESSAGE, readMessage } from "./candidates.ts";
import { contentOf } from "./content.ts";
import * as errors from "./errors.ts";
import { rawReason, unsupportedReasons } from "./finish-reasons.ts";
import { messageId } from "./ids.ts";
import { encodeUsage, TIER_PLACE, usedTierFor, usedTierIn } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectMessage(wire, report);
  if (isError(body)) return { candidates: [], failure: errors.decode(body, NO_STATUS) };
  return withUsedTier(readMessage(body, report), usedTierIn(body.usage), TIER_PLACE);
}

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { candidates, id, model, usage } = response;
  const own = response.origin?.dialect === "anthropic";
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (candidate !== undefined) loseForeignExtras("anthropic", candidate, report);
  const stop = candidate?.finishReason ?? { reason: "other" };
  const finishReason = own ? stop.raw : rawReason(stop);
  if (candidate !== undefined && finishReason !== stop.raw)
    reportRawReason(candidate, unsupportedReasons(stop), report);
  const sentId = own ? id : messageId(id ?? context.id);
  if (!own) reportResponseHead(response, { id: sentId, time: false }, report);
  const noUsage = own ? undefined : {};
  const used = usage ?? noUsage;
  const values = {
    id: sentId,
    model: model ?? (own ? undefined : (context.model ?? "")),
    content: contentOf(shown(candidate, own, report), { plain: false }, report) ?? [],
    finishReason,
    sequence: stop.sequence,
    usage: used && encodeUsage(used, report, usedTierFor(response, report)),
    usedTier: WRITTEN,
    candidates: WRITTEN,
    failure: WRITTEN,
    created: CHANGED,
  };
  const written = writeNode(MESSAGE, response, values, report);
  return own ? written : extendObject(written, { stop_sequence: stop.sequence ?? null });
}

// An empty text would be refused when the client sends it back.
function shown(candidate: Candidate | undefined, own: boolean, report: Report): Candidate["parts"] {
  const parts = candidate?.parts ?? [];
  return own ? parts : withoutEmptyTexts(parts, report);
}
