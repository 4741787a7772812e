import { isArray, isObject } from "../../json/value.ts";
import type { NodeReading } from "../../mapping/node.ts";
import { withNotes } from "../../mapping/notes.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import { getAt, setAt } from "../../mapping/pointer.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import { JSON_TYPE, TEXT_TYPE } from "./settings.ts";

/** How an API has the output formats of a request in a list. */
export interface FormatList {
  readonly dialect: string;
  /** Field of the layout → its pointer in an entry of the list. */
  readonly pointers: Readonly<Record<string, string>>;
  /** The pointer of the media type. */
  readonly mediaType: string;
}

/** Whether a list has one format, of text; a model that also draws or speaks has several, which other APIs cannot express. */
export function isTextFormat({ pointers, mediaType }: FormatList, value: Json): boolean {
  const [entry, ...others] = isArray(value) ? value : [];
  if (entry === undefined || others.length > 0 || !isObject(entry)) return false;
  const type = getAt(entry, mediaType);
  return (type === JSON_TYPE || type === TEXT_TYPE) && sizeOf(entry) === countIn(entry, Object.values(pointers));
}

/** Reads the only format of a list as the request's format. */
export function readFormatList({ dialect, pointers, mediaType }: FormatList, reading: NodeReading): NodeReading {
  const { values, provenance } = reading;
  const { formats } = values;
  const { origin } = provenance;
  const entry = isArray(formats) ? formats[0] : undefined;
  if (entry === undefined || origin === undefined) return reading;
  const found = Object.entries(pointers).filter(([, pointer]) => getAt(entry, pointer) !== undefined);
  const read = found.map(([field, pointer]) => [field, getAt(entry, pointer) as Json] as const);
  // Whether the output is JSON follows from the media type.
  const placed = [...found, ["formatType", mediaType] as const];
  const places = placed.map(([field, pointer]) => [field, `${origin.fields.formats}/0${pointer}`] as const);
  const fields = { ...origin.fields, ...Object.fromEntries(places) };
  return {
    values: { ...values, ...Object.fromEntries(read) },
    provenance: withNotes({ ...provenance, origin: { ...origin, fields } }, dialect, { listed: true }),
  };
}

/** The values of a request, with its format in a list if that is where it was. */
export function writeFormatList(
  { dialect, pointers }: FormatList,
  { extras }: Provenance,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (extras?.[dialect]?.listed !== true) return values;
  const entry: Record<string, Json> = {};
  const fields = Object.keys(pointers).filter((field) => values[field] !== undefined);
  for (const field of fields) setAt(entry, pointers[field] ?? "", values[field] as Json);
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, WRITTEN])), formats: [entry] };
}

function countIn(entry: JsonObject, pointers: readonly string[]): number {
  return pointers.filter((pointer) => getAt(entry, pointer) !== undefined).length;
}

// How many values an entry has, within its only object too.
function sizeOf(entry: JsonObject): number {
  const values = Object.values(entry);
  const [inner] = values;
  return values.length === 1 && inner !== undefined && isObject(inner) ? Object.keys(inner).length : values.length;
}
