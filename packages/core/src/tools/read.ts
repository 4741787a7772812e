import { nameIn } from "../identity/name-in.ts";
import { kindOf } from "../json/value.ts";
import type { Dialect } from "../model/dialect.ts";
import type { Json } from "../model/json.ts";
import type { ToolFields } from "../model/tool.ts";
import { Place } from "../place.ts";
import { type Ledger, type OnInvalid, Report } from "../report.ts";
import { describeSchemas } from "../standard.ts";

/** How tools are read. */
export interface ReadOptions {
  readonly namespace?: string;
  readonly onInvalid?: OnInvalid;
}

/** Reads each tool of a list into the canonical model. */
export function readTools(tools: unknown, dialect: Dialect, ledger: Ledger, options: ReadOptions): ToolFields[] {
  const report = new Report(ledger, "to_canonical", Place.root, options.onInvalid);
  const decoded: ToolFields[] = [];
  for (const [index, entry] of expectList(tools, report).entries()) {
    const at = () => report.at(index);
    const decode = () => dialect.tools.decode([describeEntry(entry, at)], new EntryReport(report, index));
    const own = report.attempt(decode, () => ({ place: at().place, name: nameIn(entry) }));
    for (const tool of own ?? []) decoded.push(inNamespace(tool, options.namespace));
  }
  return decoded;
}

/** Tools as a list of JSON values, with the schemas of schema libraries described. */
export function toolList(tools: unknown, report: Report): readonly Json[] {
  return expectList(tools, report).map((entry, index) => describeEntry(entry, () => report.at(index)));
}

function expectList(tools: unknown, report: Report): readonly unknown[] {
  if (Array.isArray(tools)) return tools;
  const kind = tools === undefined ? "undefined" : kindOf(tools as Json);
  return report.fail("wrong-type", `expected an array of tools, got ${kind}`);
}

// A schema library may be unable to describe itself: dates, transformations and the like.
function describeEntry(entry: unknown, report: () => Report): Json {
  try {
    return describeSchemas(entry) as Json;
  } catch (error) {
    return report().fail("schema-library", error);
  }
}

/** Codecs read whole lists; this lets one entry be read at its own place in the list. */
class EntryReport extends Report {
  private readonly report: Report;
  private readonly index: number;

  constructor(report: Report, index: number) {
    super(report.ledger, report.direction, report.place);
    this.report = report;
    this.index = index;
  }

  override at(key: string | number): Report {
    return this.report.at(key === 0 ? this.index : key);
  }
}

function inNamespace(tool: ToolFields, namespace: string | undefined): ToolFields {
  return namespace === undefined || tool.namespace !== undefined ? tool : { ...tool, namespace };
}
