// The fast path `templates`: which values of a body may differ, as each dialect lists them
// (`dialects/<id>/free-values.ts`).

/** How a value may differ between two bodies that are translated alike. */
export type FreeKind = "text" | "id" | "arguments" | "count" | "time";

/** Kind → JSON Pointers of the values that may differ, with `*` for every item of a list. All else is the same in both bodies. */
export type FreeValues = Readonly<Partial<Record<FreeKind, readonly string[]>>>;

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
}

/** The places of free values, prepared for a walk over a body. */
export function placesOf(values: FreeValues): FreePlace {
  const known = PLACES.get(values);
  if (known !== undefined) return known;
  const root = newPlace();
  for (const [kind, pointers] of Object.entries(values) as [FreeKind, readonly string[]][])
    for (const pointer of pointers) placeAt(root, pointer.split("/").slice(1)).kind = kind;
  PLACES.set(values, root);
  return root;
}

const PLACES = new WeakMap<FreeValues, FreePlace>();

function newPlace(): FreePlace {
  return { kind: undefined, items: undefined, keys: new Map() };
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
