import type { Place } from "./place.ts";
import { expectUnique } from "./shape.ts";

const PAIRS = { function_call: "function_call_output", custom_tool_call: "custom_tool_call_output" } as const;

/** B3: each call has an output after it and each output a call before it, unless they are of an earlier response. */
export function checkPairs(body: Place): void {
  const items = body.at("input").items;
  const earlier = ["previous_response_id", "conversation"].some((key) => body.at(key).given);
  for (const [call, output] of Object.entries(PAIRS)) {
    const [calls, outputs] = [idsOf(items, call), idsOf(items, output)];
    for (const each of outputs) if (!earlier) checkAnswers(each, calls);
    for (const each of calls) checkAnswered(each, outputs);
    expectUnique(
      outputs.map(({ id }) => id),
      "result.duplicate",
    );
  }
  expectUnique(
    Object.keys(PAIRS).flatMap((call) => idsOf(items, call).map(({ id }) => id)),
    "call.duplicate",
  );
}

interface Id {
  readonly id: Place;
  readonly index: number;
  readonly async: boolean;
}

function idsOf(items: readonly Place[], type: string): Id[] {
  return items.flatMap((item, index) =>
    item.at("type").value === type && item.at("call_id").given
      ? [{ id: item.at("call_id"), index, async: item.at("async").value === true }]
      : [],
  );
}

function checkAnswers(output: Id, calls: readonly Id[]): void {
  const answers = calls.some(({ id, index }) => id.value === output.id.value && index < output.index);
  if (!answers) output.id.fail("result.orphan", `no tool call found for ${output.id.text}`);
}

// B1: the result of an async call may come in a later request.
function checkAnswered(call: Id, outputs: readonly Id[]): void {
  const answered = outputs.some(({ id, index }) => id.value === call.id.value && index > call.index);
  if (!answered && !call.async) call.id.fail("result.missing", `no tool output found for ${call.id.text}`);
}
