// Streams are decoded frame by frame without layouts, because a frame says little and comes often. Fields that their
// readers do not know must be reported all the same.

import { unknownFieldLevel } from "../loss-levels.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { UnknownFieldLevels } from "../model/loss.ts";
import type { Report } from "../report.ts";
import type { Layout } from "./layout.ts";
import { isEmptyValue, loseForeignExtras, readNode } from "./node.ts";

/** Reports the fields of a stream's frames that are not read: each once, in the first frame that has it. */
export class UnreadFields {
  private readonly read: ReadonlySet<string>;
  private readonly levels: UnknownFieldLevels;
  /** Most streams have no such field. */
  private reported: Set<string> | undefined;

  constructor(read: ReadonlySet<string>, levels: UnknownFieldLevels) {
    this.read = read;
    this.levels = levels;
  }

  report(object: JsonObject, report: Report): void {
    for (const field in object) {
      if (this.read.has(field) || this.reported?.has(field)) continue;
      const value = object[field];
      if (value === undefined || isEmptyValue(value)) continue;
      this.reported ??= new Set();
      this.reported.add(field);
      report.at(field).loseField(unknownFieldLevel(this.levels, `/${field}`));
    }
  }
}

/** Reports the fields of an object that a layout neither reads nor ignores. */
export function reportUnread(layout: Layout, object: JsonObject, report: Report): void {
  // Most objects have no such field: reading by the layout, which is slower, is for those that do.
  for (const field in object)
    if (!isKnown(layout, `/${field}`, object[field])) {
      loseForeignExtras("", readNode(layout, object, report).provenance, report);
      return;
    }
}

function isKnown({ ignored, optional }: Layout, pointer: string, value: Json | undefined): boolean {
  return ignored.has(pointer) || (optional.has(pointer) && optional.get(pointer) === value);
}
