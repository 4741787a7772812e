import { isArray, isObject } from "../../json/value.ts";
import { utf16Offset } from "../../mapping/values/utf8-offsets.ts";
import type { Citation, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { NodeOrigin } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** Parts with their citations, and the grounding metadata that no citation holds, by JSON Pointer. */
export interface Grounded {
  readonly parts: readonly Part[];
  readonly rest: JsonObject;
}

/** Reads which text is grounded on which pages: https://ai.google.dev/api/generate-content#GroundingMetadata */
export function decodeGrounding(metadata: JsonObject, parts: readonly Part[], report: Report): Grounded {
  const { groundingChunks, groundingSupports, ...others } = metadata;
  const pages = listIn(groundingChunks).map(pageOf);
  const supports = listIn(groundingSupports).map((wire, index) =>
    supportIn(wire, { parts, pages, place: report.at("groundingSupports").at(index).place }),
  );
  const used = new Set(supports.flatMap((support) => support.used));
  for (const key of used.size > 0 ? ["groundingChunks", "groundingSupports"] : [])
    report.at(key).change("grounding-as-citations");
  return {
    parts: parts.map((part) => citing(part, supports, report.place)),
    rest: Object.fromEntries([
      ...Object.entries(others).map(([key, value]) => [`/${key}`, value]),
      ...otherMetadata(groundingChunks, (index) => used.has(index), "/groundingChunks"),
      ...otherMetadata(groundingSupports, (index) => supports[index]?.used.length !== 0, "/groundingSupports"),
    ]),
  };
}

/**
 * Reads which text is quoted from which pages: https://ai.google.dev/api/generate-content#citationmetadata, or as
 * Vertex spells it: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/CitationMetadata
 */
export function decodeSources(metadata: JsonObject, parts: readonly Part[], report: Report): Grounded {
  return decodeNewSources(metadata, parts, { report, isNew: () => true });
}

/** The same for a stream, which repeats what came before. */
export function decodeNewSources(
  metadata: JsonObject,
  parts: readonly Part[],
  { report, isNew }: { report: Report; isNew: (source: Json) => boolean },
): Grounded {
  const [[field, list] = ["", []]] = Object.entries(metadata).filter(([, value]) => isArray(value));
  const sources = [...listIn(list).entries()]
    .filter(([, wire]) => isNew(wire))
    .map(([index, wire]) => ({ wire, index, ...sourceIn(wire, parts, report.at(field).at(index).place) }));
  if (sources.some(({ used }) => used.length > 0)) report.at(field).change("grounding-as-citations");
  const unread = sources.flatMap(({ wire, index, used }) =>
    Object.entries(isObject(wire) ? wire : NOTHING)
      .filter(([key]) => !SOURCE.has(key) || used.length === 0)
      .map(([key, value]): [string, Json] => [`/${field}/${index}/${key}`, value]),
  );
  return { parts: parts.map((part) => citing(part, sources, report.place)), rest: Object.fromEntries(unread) };
}

const DIALECT = "gemini";

const NOTHING: JsonObject = {};

/** A grounded segment: its text, and the pages with a URL. */
interface Support {
  readonly text: Part | undefined;
  readonly used: readonly number[];
  readonly citations: readonly Citation[];
}

type Page = Pick<Citation, "url" | "title" | "quote">;

function pageOf(chunk: Json): Page | undefined {
  const { web, retrievedContext, maps } = isObject(chunk) ? chunk : NOTHING;
  const page = [web, retrievedContext, maps].find(isObject);
  if (typeof page?.uri !== "string") return undefined;
  const { uri, title, text } = page;
  const named = typeof title === "string" ? { title } : {};
  return { url: uri, ...named, ...(typeof text === "string" ? { quote: text } : {}) };
}

interface Supported {
  readonly parts: readonly Part[];
  readonly pages: readonly (Page | undefined)[];
  readonly place: Place;
}

// `partIndex` does not count the parts of Google's own tools.
function supportIn(wire: Json, { parts, pages, place }: Supported): Support {
  const { segment, groundingChunkIndices } = isObject(wire) ? wire : NOTHING;
  const fields = isObject(segment) ? segment : NOTHING;
  const text = [parts[numberIn(fields.partIndex)], ...parts].find(
    (part): part is TextPart => part?.type === "text" && spanIn(part.text, fields) !== undefined,
  );
  const span = text && spanIn(text.text, fields);
  if (span === undefined) return { text, used: [], citations: [] };
  const used = listIn(groundingChunkIndices)
    .map(numberIn)
    .filter((index) => pages[index] !== undefined);
  const origin = { dialect: DIALECT, place, fields: SPAN };
  return { text, used, citations: used.map((index) => ({ ...pages[index], ...span, origin })) };
}

function sourceIn(wire: Json, parts: readonly Part[], place: Place): Support {
  const { uri, title, ...segment } = isObject(wire) ? wire : NOTHING;
  const support = { segment, groundingChunkIndices: [0] };
  const found = supportIn(support, {
    parts,
    pages: [pageOf({ web: { uri: uri ?? null, title: title ?? null } })],
    place,
  });
  return { ...found, citations: found.citations.map((citation) => ({ ...citation, origin: originAt(place) })) };
}

function originAt(place: Place): NodeOrigin {
  return { dialect: DIALECT, place, fields: { url: "/uri", start: "/startIndex", end: "/endIndex" } };
}

/** The fields of a citation. */
const SOURCE: ReadonlySet<string> = new Set(["uri", "title", "startIndex", "endIndex"]);

const SPAN: Readonly<Record<string, string>> = { start: "/segment/startIndex", end: "/segment/endIndex" };

// Offsets are UTF-8 bytes, and not always of the text that they come with: https://ai.google.dev/api/generate-content#Segment
function spanIn(
  text: string,
  { startIndex, endIndex, text: quoted }: JsonObject,
): { start: number; end: number } | undefined {
  const start = utf16Offset(text, numberIn(startIndex));
  const end = utf16Offset(text, numberIn(endIndex));
  if (typeof quoted !== "string" || text.slice(start, end) === quoted) return end > start ? { start, end } : undefined;
  const found = quoted === "" ? -1 : text.indexOf(quoted);
  return found < 0 ? undefined : { start: found, end: found + quoted.length };
}

function citing(part: Part, supports: readonly Support[], place: Place): Part {
  const found = supports.filter(({ text }) => text === part).flatMap((support) => support.citations);
  if (part.type !== "text" || found.length === 0) return part;
  const citations = [...(part.citations ?? []), ...found];
  const origin = part.origin && {
    origin: { ...part.origin, elsewhere: { ...part.origin.elsewhere, citations: place } },
  };
  return { ...part, citations, ...origin };
}

// The metadata that is no citation, and the confidence scores.
function otherMetadata(list: Json | undefined, isCited: (index: number) => boolean, pointer: string): [string, Json][] {
  return listIn(list).flatMap((wire, index) =>
    Object.entries(isObject(wire) ? wire : NOTHING)
      .filter(([key]) => !isCited(index) || key === "confidenceScores")
      .map(([key, value]): [string, Json] => [`${pointer}/${index}/${key}`, value]),
  );
}

function listIn(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

// Protocol buffers leave out a 0.
function numberIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
