import { isArray, isObject } from "../json/value.ts";
import { isPointer } from "../mapping/extras.ts";
import { fieldPlace } from "../mapping/provenance.ts";
import type { Json } from "../model/json.ts";
import type { Provenance } from "../model/node.ts";
import { type Place, parsePointer } from "../place.ts";
import type { RowKind, RowSide } from "./alignment.ts";

/** A canonical node, at its place in a body. */
export interface AlignNode {
  readonly kind: RowKind;
  readonly role?: string | undefined;
  readonly label: string;
  /** JSON Pointer into the body that it was decoded from. */
  readonly pointer: string;
  /** Nodes of two bodies are twins if they have the same key, the first ones first. */
  readonly keys: readonly string[];
  /** Fields of one family may say together what another dialect says in one field. */
  readonly family?: string | undefined;
  /** Of one family, those with the same trait are the nearest. */
  readonly trait?: string | undefined;
  /** It says nothing that others do not say: without a twin, it is no row. */
  readonly isDerived?: true;
  /** Its text, where the other body may have it as part of a longer one. */
  readonly text?: string | undefined;
  /** Fields of the node that may get lost on their own. */
  readonly fields: readonly AlignNode[];
}

/** The fields of a node that may get lost on their own, and those that the canonical model does not have. */
export function fieldNodes(node: Provenance, names: readonly string[], kind: RowKind = "field"): AlignNode[] {
  const values = node as Readonly<Record<string, unknown>>;
  const known = names.filter((name) => values[name] !== undefined).map((name) => knownField(node, name, kind));
  return [...known, ...unknownFields(node)];
}

/** A field of a node; fields of one name are twins. */
export function knownField(node: Provenance, name: string, kind: RowKind, key: string = name): AlignNode {
  return { kind, ...placed(node, fieldPlace(node, name)), keys: [key], fields: [] };
}

function unknownFields(node: Provenance): AlignNode[] {
  const { origin, extras } = node;
  if (origin === undefined) return [];
  return Object.keys(extras?.[origin.dialect] ?? {})
    .filter(isPointer)
    .map((key) => {
      const place = origin.place.below(key);
      return { kind: "field", ...placed(node, place), keys: [`${origin.dialect} ${key}`], fields: [] };
    });
}

// The label of a field is its path below the node: `function.name`.
function placed({ origin }: Provenance, { pointer }: Place): Pick<AlignNode, "pointer" | "label"> {
  const above = `${origin?.place.pointer ?? ""}/`;
  const own = pointer.startsWith(above) ? pointer.slice(above.length - 1) : pointer;
  return { pointer, label: parsePointer(own).join(".") };
}

/** What a body has at a pointer, or at the nearest one above where it has nothing there. */
export function sideNear(body: Json, pointer: string): RowSide | undefined {
  return (
    sideAt(body, pointer) ?? (pointer === "" ? undefined : sideNear(body, pointer.slice(0, pointer.lastIndexOf("/"))))
  );
}

/** What a body has at a pointer. */
export function sideAt(body: Json, pointer: string): RowSide | undefined {
  let value: Json | undefined = body;
  for (const key of parsePointer(pointer)) {
    if (isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
    if (value === undefined) return undefined;
  }
  return { pointer, value };
}
