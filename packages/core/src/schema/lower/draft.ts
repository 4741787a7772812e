import type { Json } from "../../model/json.ts";
import { withDescriptionNotes } from "../rules/keyword-to-description.ts";
import type { Types } from "../types.ts";

/** A schema while it is written: its keywords so far, and the notes that go into its description. */
export class SchemaDraft {
  readonly schema: Record<string, Json>;
  readonly types: Types;
  /** The beginning of the description, before all other notes. */
  private readonly lead: string | undefined;
  private notes: string[] | undefined;

  constructor(schema: Record<string, Json>, types: Types, lead?: string) {
    this.schema = schema;
    this.types = types;
    this.lead = lead;
    this.notes = undefined;
  }

  /** Adds a note to the description. */
  note(text: string): void {
    if (this.notes === undefined) this.notes = [text];
    else this.notes.push(text);
  }

  /** The finished schema, with the notes after its description. */
  finish(): Record<string, Json> {
    if (this.notes === undefined && this.lead === undefined) return this.schema;
    const { description } = this.schema;
    // Sorted, so that the result does not depend on the order of the source's keywords.
    const notes = this.notes?.sort() ?? [];
    if (this.lead !== undefined) notes.unshift(this.lead);
    const text = withDescriptionNotes(typeof description === "string" ? description : undefined, notes);
    if (text !== undefined) this.schema.description = text;
    return this.schema;
  }
}
