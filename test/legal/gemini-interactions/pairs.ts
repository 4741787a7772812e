import type { Place } from "../place.ts";

/**
 * Every call of a history is answered before the user says something else, and every result answers a call (B6, B13). The calls of
 * an interaction that is continued are not in the input.
 */
export function checkPairs(input: Place, continues: boolean): void {
  const waiting = new Map<string, Place>();
  const seen = new Set<string>();
  for (const [index, step] of input.items().entries()) {
    const type = step.at("type").text;
    step.badIf(index === 0 && !continues && MODELS.has(type), "first-user", "a conversation begins with the user");
    if (type === "function_call") callIn(step, waiting, seen);
    else for (const result of resultsIn(step)) resultIn(result, waiting, continues);
    // What a model says after its calls is of the same turn.
    if (type === "user_input" && resultsIn(step).length === 0) expectAnswered(waiting);
  }
  expectAnswered(waiting);
}

const MODELS: ReadonlySet<string> = new Set(["model_output", "thought", "function_call", "function_result"]);

function callIn(step: Place, waiting: Map<string, Place>, seen: Set<string>): void {
  const id = step.at("id").text;
  step.at("id").badIf(seen.has(id), "call-id-unique", "two calls have the same id");
  seen.add(id);
  waiting.set(id, step);
}

function resultsIn(step: Place): Place[] {
  if (step.at("type").value === "function_result") return [step];
  if (step.at("type").value !== "user_input") return [];
  const blocks = step.at("content").items();
  return blocks.filter((block) => block.at("type").value === "function_result");
}

function resultIn(result: Place, waiting: Map<string, Place>, continues: boolean): void {
  const id = result.at("call_id").text;
  const call = waiting.get(id);
  result.at("call_id").badIf(call === undefined && !continues, "result-call", "no call waits with this id");
  const named = call === undefined || !result.at("name").exists || result.at("name").value === call.at("name").value;
  result.at("name").badIf(!named, "result-name", "must be the name of the call");
  waiting.delete(id);
}

function expectAnswered(waiting: Map<string, Place>): void {
  for (const call of waiting.values()) call.bad("call-answered", "the call has no result");
  waiting.clear();
}
