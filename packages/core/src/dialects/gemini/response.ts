import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody, expectObject } from "../../mapping/expect.ts";
import { count, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { failIfEmpty } from "../../mapping/nodes/failure.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { createCandidate, createResponse } from "../../mapping/nodes/response.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { decodeGrounding, decodeSources, Grounding } from "./citations.ts";
import { contentOf, EMPTY_TEXT, partsOf } from "./content.ts";
import * as errors from "./errors.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { blockOf, finishReasonOf, rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { mapItems, repeatedField } from "./repeated.ts";
import { serverRunParts } from "./server-run.ts";
import { CANDIDATE_FIELDS } from "./unknown-fields.ts";
import { decodeUsage, encodeUsage } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectBody(wire, BODY, report);
  if (isObject(body.error)) return { candidates: [], failure: errors.decode(body, 502) };
  const { values, provenance } = readNode(RESPONSE, body, report);
  const { id, model, candidates, usage, block, blockMessage } = values;
  const listed =
    isArray(candidates) || isObject(candidates)
      ? mapItems(candidates, report.at("candidates"), decodeCandidate)
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
  return failIfEmpty(response, listed.length === 0);
}

const BODY: BodyShape = {
  expected: "a response",
  repeated: ["candidates"],
  has: ["candidates", "promptFeedback", "usageMetadata", "modelVersion", "responseId", "error"],
};

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { candidates, id, model, usage } = response;
  if (response.origin?.dialect === DIALECT) return writeOwn(response, report);
  reportResponseHead(response, { id, time: false }, report);
  const values = {
    created: CHANGED,
    candidates: candidates.map((candidate, index) => encodeCandidate(candidate, index, report)),
    id: id ?? context.id,
    model: model ?? context.model ?? "",
    usage: usage && encodeUsage(usage, report),
  };
  return writeNode(RESPONSE, response, values, report);
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/generate-content#generatecontentresponse */
const RESPONSE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  fields: {
    candidates: repeatedField("/candidates"),
    usage: object("/usageMetadata"),
    model: text("/modelVersion"),
    id: text("/responseId"),
    block: text("/promptFeedback/blockReason"),
    blockMessage: text("/promptFeedback/blockReasonMessage"),
  },
});

const CANDIDATE = defineLayout<string>({
  dialect: DIALECT,
  unknown: CANDIDATE_FIELDS,
  constants: { "/content/role": "model" },
  fields: {
    parts: repeatedField("/content/parts"),
    word: text("/finishReason"),
    message: text("/finishMessage"),
    index: count("/index"),
    grounding: object("/groundingMetadata"),
    sources: object("/citationMetadata"),
  },
});

function decodeCandidate(wire: Json, report: Report): Candidate {
  const { values, provenance } = readNode(CANDIDATE, expectObject(wire, "a candidate", report), report);
  const { parts, word, message, index, grounding, sources } = values;
  const numbered = index === undefined ? provenance : withNotes(provenance, DIALECT, { index });
  const served = serverRunParts([{ role: "model", parts: parts ?? [] }]);
  const decoded = partsOf(parts, served, report.at("content").at("parts"));
  const stop = finishReasonOf(word, message);
  const memory = [
    { field: "grounding", at: "groundingMetadata", wire: grounding, read: decodeGrounding },
    { field: "sources", at: "citationMetadata", wire: sources, read: decodeSources },
  ].reduce<Cited>(withCitations(report), { parts: decoded, provenance: numbered });
  return createCandidate(withFieldOrigins(memory.provenance, { finishReason: "word" }), {
    parts: memory.parts,
    finishReason: stop,
  });
}

/** Parts with their citations, and what is remembered of them. */
interface Cited {
  readonly parts: readonly Part[];
  readonly provenance: Provenance;
}

/** The metadata of a candidate with citations. */
interface Citing {
  readonly field: string;
  readonly at: string;
  readonly wire: Json | undefined;
  readonly read: typeof decodeGrounding;
}

function withCitations(report: Report): (cited: Cited, citing: Citing) => Cited {
  return ({ parts, provenance }, { field, at, wire, read }) => {
    if (!isObject(wire)) return { parts, provenance };
    const { parts: cited, rest } = read(wire, parts, report.at(at));
    const unread = Object.entries(rest).map(([pointer, value]) => [`/${at}${pointer}`, value]);
    return {
      parts: cited,
      provenance: withNotes(provenance, DIALECT, { [field]: wire, ...Object.fromEntries(unread) }),
    };
  };
}

// A blocked prompt is a response without candidates.
function blocked(block: Json | undefined, message: Json | undefined, report: Report): Candidate[] {
  if (typeof block !== "string") return [];
  const { place } = report.at(FEEDBACK);
  return [{ parts: [], finishReason: blockOf(block, message), origin: { dialect: DIALECT, place, fields: BLOCK } }];
}

const FEEDBACK = "promptFeedback";
const BLOCK: Readonly<Record<string, string>> = { finishReason: "/blockReason", message: "/blockReasonMessage" };

function writeOwn(response: CanonicalResponse, report: Report): JsonObject {
  const { candidates, id, model, usage } = response;
  const listed = candidates.filter(({ origin }) => origin?.place.key !== FEEDBACK);
  const block = response.extras?.[DIALECT]?.block;
  const feedback = isObject(block) ? { block: block.block, blockMessage: block.blockMessage ?? undefined } : {};
  const values = {
    failure: WRITTEN,
    candidates:
      listed.length === 0 ? CHANGED : listed.map((candidate, index) => encodeCandidate(candidate, index, report)),
    id,
    model,
    usage: usage && encodeUsage(usage, report),
    ...feedback,
  };
  return writeNode(RESPONSE, response, values, report);
}

function encodeCandidate(candidate: Candidate, index: number, report: Report): JsonObject {
  const { finishReason } = candidate;
  const own = candidate.origin?.dialect === DIALECT;
  if (!own) reportFinishReason(candidate, UNSUPPORTED, report);
  const written = candidate.parts.map((part) => contentOf([uncited(part)], { resultMedia: true }, report));
  const parts = written.flat();
  const values = {
    parts: parts.length > 0 ? parts : own ? CHANGED : [EMPTY_TEXT],
    finishReason: WRITTEN,
    word: own ? finishReason.raw : rawReason(finishReason),
    message: finishReason.message,
    index: own ? candidate.extras?.[DIALECT]?.index : index,
    grounding: own ? candidate.extras?.[DIALECT]?.grounding : groundingOf(candidate, written, report),
    sources: own ? candidate.extras?.[DIALECT]?.sources : undefined,
  };
  return writeNode(CANDIDATE, own ? withoutCited(candidate) : candidate, values, report);
}

// Metadata that is no citation is kept for this API.
function withoutCited(candidate: Candidate): Candidate {
  const { grounding, sources, ...extras } = candidate.extras?.[DIALECT] ?? {};
  if (grounding === undefined && sources === undefined) return candidate;
  const kept = Object.entries(extras).filter(([key]) => !/^\/(?:grounding|citation)Metadata\//.test(key));
  return { ...candidate, extras: { ...candidate.extras, [DIALECT]: Object.fromEntries(kept) } };
}

// The position of a part among those that are written.
function groundingOf({ parts }: Candidate, written: readonly JsonObject[][], report: Report): JsonObject | undefined {
  const grounding = new Grounding(report);
  let place = 0;
  for (const [index, part] of parts.entries()) {
    const { text = "", citations = [] } = part.type === "text" ? part : {};
    for (const citation of citations) grounding.add(citation, { text, part: place });
    place += written[index]?.length ?? 0;
  }
  return grounding.wire;
}

// Citations are metadata of the candidate, not of its parts.
function uncited(part: Part): Part {
  if (part.type !== "text" || part.citations === undefined) return part;
  const { citations, ...rest } = part;
  return rest;
}
