import { isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { count, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { createCandidate } from "../../mapping/nodes/response.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { decodeGrounding, decodeSources } from "./citations.ts";
import { contentOf, EMPTY_TEXT, partsOf } from "./content.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { finishReasonOf, rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { Grounding } from "./grounding.ts";
import { repeatedField } from "./repeated.ts";
import { serverRunParts } from "./server-run.ts";
import { CANDIDATE_FIELDS } from "./unknown-fields.ts";

/** Reads one candidate. */
export function decodeCandidate(wire: Json, report: Report): Candidate {
  const { values, provenance } = readNode(CANDIDATE, expectObject(wire, "a candidate", report), report);
  const { parts, rawReason: raw, message, index, grounding, sources } = values;
  const numbered = index === undefined ? provenance : withNotes(provenance, DIALECT, { index });
  const served = serverRunParts([{ role: "model", parts: parts ?? [] }]);
  const decoded = partsOf(parts, served, report.at("content").at("parts"));
  const stop = finishReasonOf(raw, message);
  const memory = [
    { field: "grounding", at: "groundingMetadata", wire: grounding, read: decodeGrounding },
    { field: "sources", at: "citationMetadata", wire: sources, read: decodeSources },
  ].reduce<Cited>(withCitations(report), { parts: decoded, provenance: numbered });
  return createCandidate(withFieldOrigins(memory.provenance, { finishReason: "rawReason" }), {
    parts: memory.parts,
    finishReason: stop,
  });
}

/** Writes one candidate. */
export function encodeCandidate(candidate: Candidate, index: number, report: Report): JsonObject {
  const { finishReason } = candidate;
  const own = candidate.origin?.dialect === DIALECT;
  if (!own) reportFinishReason(candidate, UNSUPPORTED, report);
  const written = candidate.parts.map((part) => contentOf([uncited(part)], { resultMedia: true }, report));
  const parts = written.flat();
  const noParts = own ? CHANGED : [EMPTY_TEXT];
  const values = {
    parts: parts.length > 0 ? parts : noParts,
    finishReason: WRITTEN,
    rawReason: own ? finishReason.raw : rawReason(finishReason),
    message: finishReason.message,
    index: own ? candidate.extras?.[DIALECT]?.index : index,
    grounding: own ? candidate.extras?.[DIALECT]?.grounding : groundingOf(candidate, written, report),
    sources: own ? candidate.extras?.[DIALECT]?.sources : undefined,
  };
  return writeNode(CANDIDATE, own ? withoutCited(candidate) : candidate, values, report);
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/generate-content#candidate */
const CANDIDATE = defineLayout<string>({
  dialect: DIALECT,
  unknown: CANDIDATE_FIELDS,
  constants: { "/content/role": "model" },
  fields: {
    parts: repeatedField("/content/parts"),
    rawReason: text("/finishReason"),
    message: text("/finishMessage"),
    index: count("/index"),
    grounding: object("/groundingMetadata"),
    sources: object("/citationMetadata"),
  },
});

/** Parts with their citations, and the notes on them. */
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
