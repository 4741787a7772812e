// Chat Completions and Responses have the roles `developer` and `system` for the application's instructions; all other
// dialects have one of the two.

import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../provenance.ts";

/** Reports that a developer message is sent as a system message: a change, because both are the application's instructions. */
export function reportDeveloper(message: Message, report: Report): void {
  if (message.role === "developer") fieldReport(message, "role", report).change("developer-to-system");
}
