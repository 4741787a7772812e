import { isObject, setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { PropertyLens } from "../rules/object-lens.ts";
import { addNullInPlace } from "../rules/optional-to-nullable.ts";
import { COMPLEX, ENUM, type Traits, traitsOf } from "../traits.ts";
import { copyLeaf, isKnown, isLeaf, lowerLeaf } from "./leaf.ts";
import { forbid, nullable } from "./object.ts";

/** The properties of a record while they are lowered. */
export class Fields {
  readonly properties: Record<string, Json>;
  /** Those whose values go through a lens. */
  changed: PropertyLens[] | undefined = undefined;
  private readonly place: Place;
  private readonly context: Lowering;
  private readonly inner: Lowering;

  constructor(place: Place, context: Lowering) {
    this.properties = {};
    this.place = place;
    this.context = context;
    this.inner = context.childContext;
  }

  /** Lowers a property, which need not become nullable if it `stays`; false where no value fits it. */
  add(name: string, schema: Json, stays: boolean): boolean {
    const traits = isObject(schema) ? traitsOf(schema) : COMPLEX;
    if (isLeaf(traits)) this.addLeaf(name, { schema: schema as JsonObject, traits }, stays);
    else return this.addOther(name, schema, stays);
    return true;
  }

  // One that needs no change has nothing to tell, so that its place is not even made.
  private addLeaf(name: string, { schema, traits }: Leaf, stays: boolean): void {
    this.context.countSchema(this.place);
    if (stays && isKnown(traits, this.inner)) {
      setKey(this.properties, name, copyLeaf(schema, traits));
      return;
    }
    const place = this.place.at(name);
    const leaf = lowerLeaf({ schema, place }, traits, this.inner);
    if (stays) setKey(this.properties, name, leaf);
    else if ((traits & ENUM) === 0)
      this.keepOptional(name, { schema: addNullInPlace(leaf, this.context.profile) }, place);
    else this.keepOptional(name, nullable({ schema: leaf }, this.context), place);
  }

  private addOther(name: string, schema: Json, stays: boolean): boolean {
    const place = this.place.at(name);
    if (schema === true) this.context.change(place, "boolean-schema");
    const lowered = this.context.child(schema, place);
    if (lowered === undefined) forbid(place, this.context);
    else if (!stays) this.keepOptional(name, nullable(lowered, this.context), place);
    else this.keep({ name, sent: name, lens: lowered.lens, nullIsAbsent: false }, lowered);
    return lowered !== undefined;
  }

  private keepOptional(name: string, lowered: Lowered, place: Place): void {
    this.context.change(place, "optional-to-nullable");
    this.keep({ name, sent: name, lens: lowered.lens, nullIsAbsent: true }, lowered);
  }

  private keep(property: PropertyLens, { schema }: Lowered): void {
    setKey(this.properties, property.name, schema);
    if (property.lens === undefined && !property.nullIsAbsent) return;
    this.changed ??= [];
    this.changed.push(property);
  }
}

interface Leaf {
  readonly schema: JsonObject;
  readonly traits: Traits;
}
