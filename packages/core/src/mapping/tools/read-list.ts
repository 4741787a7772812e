// Decoding a list of tools. One invalid tool must not affect the others, so that they are decoded one by one where
// decoding them together fails.

import { nameIn } from "../../identity/name-in.ts";
import { JsonError } from "../../json/error.ts";
import { kindOf } from "../../json/value.ts";
import type { Ledger } from "../../ledger.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import { ConversionError } from "../../model/error.ts";
import type { Json } from "../../model/json.ts";
import type { ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import { type OnInvalid, Report } from "../../report.ts";
import { describeSchemas } from "./standard-schema.ts";

/** How tools are decoded. */
export interface ReadToolsOptions {
  readonly namespace?: string;
  readonly onInvalid?: OnInvalid;
  /** The index of the first tool, where the list continues another one. */
  readonly first?: number;
}

/** Decodes a list of tools. */
export function readTools(tools: unknown, codec: ToolCodec, ledger: Ledger, options: ReadToolsOptions): ToolFields[] {
  const root = new Report(ledger, "to_canonical", Place.root, options.onInvalid);
  const { first = 0 } = options;
  const report = first === 0 ? root : new ShiftedReport(root, first);
  const entries = expectList(tools, report);
  const decoded = decodeAll(entries, codec, report) ?? decodeOneByOne(entries, codec, report);
  const { namespace } = options;
  return namespace === undefined ? decoded : decoded.map((tool) => inNamespace(tool, namespace));
}

// Nearly always, all tools are valid.
function decodeAll(entries: readonly unknown[], codec: ToolCodec, report: Report): ToolFields[] | undefined {
  const mark = report.ledger.mark();
  try {
    return codec.decode(toolList(entries, report), report);
  } catch (error) {
    if (!(error instanceof ConversionError || error instanceof JsonError)) throw error;
    report.ledger.rewind(mark);
    return undefined;
  }
}

function decodeOneByOne(entries: readonly unknown[], codec: ToolCodec, report: Report): ToolFields[] {
  return entries.flatMap((entry, index) => {
    const at = () => report.at(index);
    const decode = () => codec.decode([describeEntry(entry, report, index)], new ShiftedReport(report, index));
    return report.attempt(decode, () => ({ place: at().place, name: nameIn(entry) })) ?? [];
  });
}

/** A list of tools, with the objects of schema libraries replaced by their JSON Schema. */
export function toolList(tools: unknown, report: Report): readonly Json[] {
  return expectList(tools, report).map((entry, index) => describeEntry(entry, report, index));
}

function expectList(tools: unknown, report: Report): readonly unknown[] {
  if (Array.isArray(tools)) return tools;
  const kind = tools === undefined ? "undefined" : kindOf(tools as Json);
  return report.fail("wrong-type", `expected an array of tools, got ${kind}`);
}

// zod, arktype and valibot cannot describe dates, transformations and the like as JSON Schema.
function describeEntry(entry: unknown, report: Report, index: number): Json {
  try {
    return describeSchemas(entry) as Json;
  } catch (error) {
    return report.at(index).fail("schema-library", error);
  }
}

/** Lets a codec, which decodes whole lists, decode entries that begin at another index of the list. */
class ShiftedReport extends Report {
  private readonly report: Report;
  private readonly first: number;

  constructor(report: Report, first: number) {
    super(report.ledger, report.direction, report.place);
    this.report = report;
    this.first = first;
  }

  override at(key: string | number): Report {
    return this.report.at(typeof key === "number" ? key + this.first : key);
  }
}

function inNamespace(tool: ToolFields, namespace: string): ToolFields {
  return tool.namespace === undefined ? { ...tool, namespace } : tool;
}
