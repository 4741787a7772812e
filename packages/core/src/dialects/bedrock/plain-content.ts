import { fieldReport } from "../../mapping/node.ts";
import type { Message } from "../../model/message.ts";
import type { ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** Reports that a list of one text is no different from a text here: content is always a list. */
export function reportList(node: Message | ResultPart, report: Report): void {
  const [first, ...others] = node.parts;
  const isText = others.length === 0 && (first === undefined || first.type === "text");
  if (node.plain === false && isText) fieldReport(node, "content", report).change("plain-text");
}
