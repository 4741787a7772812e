import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { saysNothing } from "./node.ts";

/** Tells what the frames of a stream say beside what is read of them: each field once, in whichever frame it comes first. */
export class Beside {
  private readonly settled: Set<string>;

  constructor(read: Iterable<string>) {
    this.settled = new Set(read);
  }

  tell(object: JsonObject, report: Report): void {
    for (const field in object) {
      if (this.settled.has(field)) continue;
      const value = object[field];
      if (value === undefined || saysNothing(value)) continue;
      this.settled.add(field);
      report.at(field).lose("field");
    }
  }
}
