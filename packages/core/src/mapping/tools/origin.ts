// The provenance of a tool. Unlike nodes, tools have a path as text, because they are part of the public API.

import { isEmpty } from "../../json/value.ts";
import type { ToolBase } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { Reading } from "../read.ts";

/** The origin of a tool and the extras of its dialect. */
export function toolOrigin(dialect: string, reading: Reading, report: Report): Pick<ToolBase, "origin" | "extras"> {
  const origin = { dialect, path: report.place.pointer, fields: reading.fields };
  return isEmpty(reading.extras) ? { origin } : { origin, extras: { [dialect]: reading.extras } };
}
