// The name of a structured output format, which some APIs require and restrict, and which others do not have.

import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** The name of a format, of the characters that are allowed in it. */
export function formatNameFor(request: CanonicalRequest, report: Report): string {
  const { formatName = "" } = request;
  const name = formatName.replaceAll(/[^\w-]/g, "_").slice(0, 64) || "answer";
  if (formatName !== "" && name !== formatName) fieldReport(request, "formatName", report).change("format-name", name);
  return name;
}
