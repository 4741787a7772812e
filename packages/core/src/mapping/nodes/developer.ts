import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../provenance.ts";

/**
 * Reports that a developer message is sent as a system message. Both are the application's instructions, so that nothing is lost
 * where a target has one role for them.
 */
export function reportDeveloper(message: Message, report: Report): void {
  if (message.role === "developer") fieldReport(message, "role", report).change("developer-to-system");
}
