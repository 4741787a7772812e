import { fieldOf } from "../../content/noted.ts";
import type { Response } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** Tells that an answer has another id than its source gave it, and that its time is not said, where a dialect has none. */
export function tellAnswer(response: Response, said: { id?: string | undefined; time: boolean }, report: Report): void {
  if (response.id !== undefined && said.id !== response.id) fieldOf(response, "id", report).change("answer-id");
  if (response.created !== undefined && !said.time) fieldOf(response, "created", report).change("answer-time");
}
