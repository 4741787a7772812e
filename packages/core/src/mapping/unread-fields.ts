import type { Json, JsonObject } from "../model/json.ts";
import type { Report } from "../report.ts";
import type { Layout } from "./layout.ts";
import { isEmptyValue, loseForeignExtras, readNode } from "./node.ts";

/** Tells what the frames of a stream say beside what is read of them: each field once, in whichever frame it comes first. */
export class UnreadFields {
  private readonly read: ReadonlySet<string>;
  private readonly told = new Set<string>();

  constructor(read: ReadonlySet<string>) {
    this.read = read;
  }

  report(object: JsonObject, report: Report): void {
    for (const field in object) {
      if (this.read.has(field) || this.told.has(field)) continue;
      const value = object[field];
      if (value === undefined || isEmptyValue(value)) continue;
      this.told.add(field);
      report.at(field).lose("field");
    }
  }
}

/** Tells what an object says that a form neither reads nor knows to say nothing. */
export function reportUnread(form: Layout, object: JsonObject, report: Report): void {
  // Nearly none says anything more.
  for (const field in object)
    if (!isKnown(form, `/${field}`, object[field])) {
      loseForeignExtras("", readNode(form, object, report).provenance, report);
      return;
    }
}

function isKnown({ ignored, optional }: Layout, pointer: string, value: Json | undefined): boolean {
  return ignored.has(pointer) || (optional.has(pointer) && optional.get(pointer) === value);
}
