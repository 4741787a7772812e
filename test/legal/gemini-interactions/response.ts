import type { Place } from "../place.ts";
import { words } from "./fields.ts";
import { checkStep } from "./steps.ts";

/** `Interaction`. */
export function checkResponse(root: Place): void {
  if (!root.is("object", "shape")) return;
  checkHead(root);
  if (!root.at("steps").is("array", "steps")) return;
  const steps = root.at("steps").items();
  for (const step of steps) {
    checkStep(step);
    const fromUser = step.at("type").value === "function_result";
    step.badIf(fromUser, "step-side", "a model gives no results");
  }
  const calls = steps.some((step) => step.at("type").value === "function_call");
  checkStatus(root.at("status"), calls);
}

/** What a whole interaction has in common with those of a stream's events. */
export function checkHead(root: Place): void {
  root.at("id").badIf(root.at("id").text === "", "id", "must be a non-empty string");
  root.at("object").badIf(root.at("object").value !== "interaction", "object", "must be interaction");
  root.at("status").oneOf(STATUSES, "status");
  root.at("model").isOptional("string", "model");
  for (const name of ["created", "updated"]) {
    const time = root.at(name);
    const valid = !time.exists || (typeof time.value === "string" && !Number.isNaN(Date.parse(time.text)));
    time.badIf(!valid, "time", "must be a time in RFC 3339");
  }
  checkUsage(root.at("usage"));
}

/** Calls wait for their results (B13). */
export function checkStatus(status: Place, calls: boolean): void {
  status.badIf(calls && status.value === "completed", "status", "an interaction with calls requires an action");
  status.badIf(!calls && status.value === "requires_action", "status", "there is no call that requires an action");
}

const STATUSES = words(
  `in_progress requires_action completed failed cancelled incomplete budget_exceeded queued requires_continuation`,
);

function checkUsage(usage: Place): void {
  if (!usage.isOptional("object", "usage")) return;
  for (const name of COUNTS) usage.at(name).isOptional("count", "usage");
}

const COUNTS = words(
  `total_tokens total_input_tokens total_cached_tokens total_output_tokens total_thought_tokens total_tool_use_tokens`,
);
