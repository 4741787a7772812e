import { setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after, everyInSteps } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { Accepts, PropertyLens } from "../rules/object-lens.ts";
import { optionalToNullable } from "../rules/optional-to-nullable.ts";
import { safePropertyName } from "../rules/property-names.ts";
import { fits } from "../validate.ts";
import type { DeclaredProperties, ObjectShape, Property } from "./shape.ts";

/** Lowers the properties of an object; undefined where no value is valid for one that is required. */
export function lowerProperties(shape: ObjectShape, context: Lowering): Eventually<LoweredProperties | undefined> {
  const lowered = new PropertyLowering(shape, context);
  const { declared, names, properties } = shape;
  const added =
    declared === undefined
      ? everyInSteps(properties, (property) => lowered.add(property), context)
      : everyInSteps(names, (name) => lowered.addDeclared(name, declared.schemas[name] as Json, declared), context);
  return after(added, (areAdded) => (areAdded ? lowered : undefined));
}

/** The properties of an object in the lowered schema. */
export interface LoweredProperties {
  readonly written: Record<string, Json>;
  /** The names of the required ones. */
  readonly required: string[];
  /** The lenses of the properties that change; of all properties if undeclared keys must be told from declared ones. */
  readonly lenses: readonly PropertyLens[];
  /** The names that were changed. */
  readonly renamed: ReadonlyMap<string, string> | undefined;
}

/** Lowers the properties of an object, one after the other. */
class PropertyLowering implements LoweredProperties {
  readonly written: Record<string, Json> = {};
  readonly required: string[] = [];
  readonly lenses: PropertyLens[] = [];
  private readonly context: Lowering;
  private readonly keepsAll: boolean;
  private readonly names: Set<string> | undefined;
  renamed: Map<string, string> | undefined;

  constructor(shape: ObjectShape, context: Lowering) {
    this.context = context;
    this.keepsAll = typeof shape.additional === "object";
    this.names = context.profile.propertyNames && new Set(shape.names);
    this.renamed = undefined;
  }

  /** Adds a property that several schemas describe; false where it is required and no value is valid for it. */
  add({ name, parts, place, required }: Property): Eventually<boolean> {
    return after(this.context.parts(parts, place), (lowered) =>
      lowered === undefined ? this.forbid(place, required) : this.finish(name, lowered, required, place),
    );
  }

  /** The same for a property that one schema describes. */
  addDeclared(name: string, schema: Json, { place: around, isRequired }: DeclaredProperties): Eventually<boolean> {
    const { context } = this;
    const required = isRequired(name);
    const place = around.at(name);
    if (schema === true) context.change(place, "boolean-schema");
    return after(context.child(schema, place), (lowered) =>
      lowered === undefined ? this.forbid(place, required) : this.finish(name, lowered, required, place),
    );
  }

  // A forbidden property is not declared, which forbids it only if the object is closed.
  private forbid(place: Place, required: boolean): boolean {
    if (required) return false;
    if (this.context.profile.closed) this.context.change(place, "forbidden-property");
    else this.context.lose(place, "keyword", { action: "weakened" });
    return true;
  }

  private finish(name: string, lowered: Lowered, required: boolean, place: Place): true {
    const { context } = this;
    const loweredName = this.rename(name, place);
    if (required || !context.profile.allRequired) {
      const accepts = loweredName === name ? undefined : acceptsIn(lowered, context);
      this.addLens({ name, loweredName, lens: lowered.lens, nullIsAbsent: false, accepts });
      return this.write(loweredName, lowered.schema, required);
    }
    context.change(place, "optional-to-nullable");
    const { schema, lens } = optionalToNullable(lowered, context.profile);
    this.addLens({ name, loweredName, lens, nullIsAbsent: true });
    return this.write(loweredName, schema, true);
  }

  private rename(name: string, place: Place): string {
    if (this.names === undefined) return name;
    const loweredName = safePropertyName(name, this.context.profile.propertyNames, this.names);
    this.names.add(loweredName);
    if (loweredName === name) return name;
    this.context.change(place, "property-name", loweredName);
    this.renamed ??= new Map();
    this.renamed.set(name, loweredName);
    return loweredName;
  }

  private addLens(property: PropertyLens): void {
    const isChanged = property.lens !== undefined || property.nullIsAbsent || property.loweredName !== property.name;
    if (isChanged || this.keepsAll) this.lenses.push(property);
  }

  private write(name: string, schema: Json, required: boolean): true {
    setKey(this.written, name, schema);
    if (required) this.required.push(name);
    return true;
  }
}

/**
 * A check of values against a lowered schema; `undefined` if objects are closed, because they have no undeclared keys.
 */
export function acceptsIn({ schema }: Lowered, { profile, shared }: Lowering): Accepts | undefined {
  return profile.closed ? undefined : (value, run) => fits(value, schema, shared.root, run);
}
