// The fast path `templates`: which values of a body may differ, as each dialect lists them
// (`dialects/<id>/free-values.ts`).

/** How a value may differ between two bodies that are translated alike. */
export type FreeKind = "text" | "description" | "id" | "arguments" | "count" | "time";

/**
 * Kind → JSON Pointers of the values that may differ, with `*` for every item of a list. `schema` are those of schemas, whose descriptions
 * may differ. All else is the same in both bodies.
 */
export type FreeValues = Readonly<Partial<Record<FreeKind | "schema", readonly string[]>>>;

/** The free values of a dialect's bodies. */
export interface FreeBodies {
  readonly request?: FreeValues;
  readonly response?: FreeValues;
}

/** A place in a body that is free, or has free ones below it. */
export interface FreePlace {
  kind: FreeKind | undefined;
  items: FreePlace | undefined;
  readonly keys: Map<string, FreePlace>;
  /** That of all other keys. */
  others: FreePlace | undefined;
  /** Whether nothing is free in a constant here. */
  isFixedIfConstant: boolean;
}

/** The place of a key. */
export function placeUnder(place: FreePlace | undefined, key: string): FreePlace | undefined {
  return place && (place.keys.get(key) ?? place.others);
}

/** The places of free values, prepared for a walk over a body. */
export function placesOf(values: FreeValues): FreePlace {
  const known = PLACES.get(values);
  if (known !== undefined) return known;
  const root = newPlace();
  const { schema = [], ...kinds } = values;
  for (const [kind, pointers] of Object.entries(kinds) as [FreeKind, readonly string[]][])
    for (const pointer of pointers) placeAt(root, pointer.split("/").slice(1)).kind = kind;
  for (const pointer of schema) addSchema(root, pointer.split("/").slice(1));
  PLACES.set(values, root);
  return root;
}

// A list of tools that a client repeats is a constant, and so is each of them.
function addSchema(root: FreePlace, keys: readonly string[]): void {
  const last = keys.at(-1) ?? "";
  placeAt(root, keys.slice(0, -1)).keys.set(last, SCHEMA);
  for (const end of keys.flatMap((key, index) => (key === "*" ? [index, index + 1] : [])))
    placeAt(root, keys.slice(0, end)).isFixedIfConstant = true;
}

const PLACES = new WeakMap<FreeValues, FreePlace>();

const ONE_SCHEMA = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const SCHEMA_LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED_SCHEMAS = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
const SCHEMA = schemaPlace();

function newPlace(): FreePlace {
  return { kind: undefined, items: undefined, keys: new Map(), others: undefined, isFixedIfConstant: false };
}

/** The place of a schema, which other schemas stand in. */
function schemaPlace(): FreePlace {
  const place = newPlace();
  place.keys.set("description", { ...newPlace(), kind: "description" });
  for (const keyword of ONE_SCHEMA) place.keys.set(keyword, place);
  for (const keyword of SCHEMA_LISTS) place.keys.set(keyword, { ...newPlace(), items: place });
  for (const keyword of NAMED_SCHEMAS) place.keys.set(keyword, { ...newPlace(), others: place });
  return place;
}

function placeAt(root: FreePlace, keys: readonly string[]): FreePlace {
  return keys.reduce((place, key) => (key === "*" ? itemsOf(place) : keyOf(place, key)), root);
}

function itemsOf(place: FreePlace): FreePlace {
  place.items ??= newPlace();
  return place.items;
}

function keyOf(place: FreePlace, key: string): FreePlace {
  const inner = place.keys.get(key) ?? newPlace();
  place.keys.set(key, inner);
  return inner;
}
