import { isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { PropertyLens, Takes } from "../rules/object-lens.ts";
import { addNull, addNullToFresh, box, boxLens, takesNull } from "../rules/optional-to-nullable.ts";
import { safePropertyName } from "../rules/property-names.ts";
import { fits } from "../validate.ts";
import type { DeclaredProperties, ObjectShape, Property } from "./shape.ts";

/** Lowers the properties of an object; undefined where no value is valid for one that is required. */
export function lowerProperties(shape: ObjectShape, context: Lowering): LoweredProperties | undefined {
  const lowered = new LoweredProperties(shape, context);
  const { declared, properties } = shape;
  if (declared === undefined) return properties.every((property) => lowered.add(property)) ? lowered : undefined;
  for (const name in declared.schemas)
    if (!lowered.addDeclared(name, declared.schemas[name] as Json, declared)) return undefined;
  return lowered;
}

/** The properties of an object while they are lowered, one after the other. */
export class LoweredProperties {
  readonly written: Record<string, Json> = {};
  /** The names of those that are required, as they are sent. */
  readonly required: string[] = [];
  /** Those that change, or all of them where undeclared keys must be told from declared ones. */
  readonly lenses: PropertyLens[] = [];
  private readonly context: Lowering;
  private readonly keepsAll: boolean;
  private readonly names: Set<string> | undefined;
  private renamed: Map<string, string> | undefined;

  constructor(shape: ObjectShape, context: Lowering) {
    this.context = context;
    this.keepsAll = typeof shape.additional === "object";
    this.names = context.profile.propertyNames && new Set(shape.names);
    this.renamed = undefined;
  }

  /** The name under which a property is sent. */
  sentName(name: string): string {
    return this.renamed?.get(name) ?? name;
  }

  /** Whether any property is sent under another name. */
  get hasRenamed(): boolean {
    return this.renamed !== undefined;
  }

  /** Adds a property that several schemas describe; false where it is required and no value is valid for it. */
  add({ name, parts, place, required }: Property): boolean {
    const lowered = this.context.parts(parts, place);
    return lowered === undefined ? this.forbid(place, required) : this.finish(name, lowered, required, place);
  }

  /** The same for a property that one schema describes. Its place is only made when there is something to report. */
  addDeclared(name: string, schema: Json, { place: around, isRequired }: DeclaredProperties): boolean {
    const { context } = this;
    const required = isRequired(name);
    const copy = isObject(schema) ? context.copyChild(schema, around) : undefined;
    if (copy !== undefined && this.names === undefined && !this.keepsAll && (required || !context.profile.allRequired))
      return this.write(name, copy, required);
    const place = around.at(name);
    if (schema === true) context.change(place, "boolean-schema");
    const lowered = copy === undefined ? context.lowerChild(schema, place) : { schema: copy };
    return lowered === undefined ? this.forbid(place, required) : this.finish(name, lowered, required, place);
  }

  // A property that must not be there is not declared, which forbids it only where objects are closed.
  private forbid(place: Place, required: boolean): boolean {
    if (required) return false;
    if (this.context.profile.closed) this.context.change(place, "forbidden-property");
    else this.context.lose(place, "keyword", { action: "weakened" });
    return true;
  }

  private finish(name: string, lowered: Lowered, required: boolean, place: Place): true {
    const { context } = this;
    const sent = this.rename(name, place);
    if (required || !context.profile.allRequired) {
      const takes = sent === name ? undefined : takesIn(lowered, context);
      this.addLens({ name, sent, lens: lowered.lens, nullIsAbsent: false, takes });
      return this.write(sent, lowered.schema, required);
    }
    context.change(place, "optional-to-nullable");
    const { schema, lens } = nullable(lowered, context);
    this.addLens({ name, sent, lens, nullIsAbsent: true });
    return this.write(sent, schema, true);
  }

  private rename(name: string, place: Place): string {
    if (this.names === undefined) return name;
    const sent = safePropertyName(name, this.context.profile.propertyNames, this.names);
    this.names.add(sent);
    if (sent === name) return name;
    this.context.change(place, "property-name", sent);
    this.renamed ??= new Map();
    this.renamed.set(name, sent);
    return sent;
  }

  private addLens(property: PropertyLens): void {
    const isChanged = property.lens !== undefined || property.nullIsAbsent || property.sent !== property.name;
    if (isChanged || this.keepsAll) this.lenses.push(property);
  }

  private write(name: string, schema: Json, required: boolean): true {
    setKey(this.written, name, schema);
    if (required) this.required.push(name);
    return true;
  }
}

/** Checks values against a lowered schema. Where the target closes its objects, they hold nothing undeclared to check. */
export function takesIn({ schema }: Lowered, { profile, shared }: Lowering): Takes | undefined {
  return profile.closed ? undefined : (value, run) => fits(value, schema, shared.root, run);
}

// Null stands for the absence of the property; a property that may be null itself is put in a box.
function nullable(lowered: Lowered, { profile }: Lowering): Lowered {
  if (!takesNull(lowered)) return { schema: addNullToFresh(lowered.schema, profile), lens: lowered.lens };
  return { schema: addNull(box(lowered.schema, profile), profile), lens: boxLens(lowered.lens) };
}
