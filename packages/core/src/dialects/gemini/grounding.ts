import { loseField, loseForeignExtras, loseNode } from "../../mapping/node.ts";
import { citationSpan } from "../../mapping/nodes/citation-span.ts";
import { utf8Length } from "../../mapping/values/utf8-offsets.ts";
import type { Citation } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** Collects the citations of a response, which are written at its end. */
export class Grounding {
  private readonly report: Report;
  private readonly pages = new Map<string, JsonObject>();
  private readonly supports = new Map<string, { readonly segment: JsonObject; readonly pages: Set<string> }>();

  constructor(report: Report) {
    this.report = report;
  }

  /** Adds a citation of a text in a part, or at an offset of the response. */
  add(citation: Citation, { text, part = 0, before = "" }: { text: string; part?: number; before?: string }): void {
    const { url, title, quote } = citation;
    if (url === undefined) {
      loseNode(citation, "citation", this.report);
      return;
    }
    if (quote !== undefined && quote !== "") loseField(citation, "quote", this.report);
    loseForeignExtras(DIALECT, citation, this.report);
    const page = JSON.stringify([url, title]);
    this.pages.set(page, { web: { uri: url, ...(title === undefined || title === "" ? {} : { title }) } });
    const { start, end } = citationSpan(citation, text.length, this.report);
    const segment = segmentOf(before + text, { part, start: before.length + start, end: before.length + end });
    const key = JSON.stringify(segment);
    const { pages } = this.supports.get(key) ?? { pages: new Set() };
    // One that is the same as another says nothing more.
    if (pages.has(page)) loseNode(citation, "citation", this.report);
    this.supports.set(key, { segment, pages: pages.add(page) });
  }

  /** The grounding metadata; `undefined` if nothing was cited. */
  get wire(): JsonObject | undefined {
    const order = [...this.pages.keys()];
    if (order.length === 0) return undefined;
    const supports = [...this.supports.values()].map(({ segment, pages }) => {
      return { segment, groundingChunkIndices: [...pages].map((page) => order.indexOf(page)) };
    });
    return { groundingChunks: [...this.pages.values()], groundingSupports: supports };
  }
}

const DIALECT = "gemini";

function segmentOf(text: string, { part, start, end }: { part: number; start: number; end: number }): JsonObject {
  return {
    ...(part === 0 ? {} : { partIndex: part }),
    ...(start === 0 ? {} : { startIndex: utf8Length(text, start) }),
    endIndex: utf8Length(text, end),
    text: text.slice(start, end),
  };
}
