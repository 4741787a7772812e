import type { Place } from "../place.ts";
import { declaredNames } from "./tools.ts";

/** Consecutive messages of one role, which the API merges (A4). */
interface Turn {
  readonly role: string;
  readonly blocks: readonly Place[];
  readonly place: Place;
}

// A8.
export function checkPairing(root: Place): void {
  const turns = turnsOf(root.at("messages").items());
  for (const [index, turn] of turns.entries()) {
    if (turn.role === "assistant") checkAnswered(turn, turns[index + 1]);
    if (turn.role === "user") checkResults(turn, turns[index - 1]);
  }
  checkUnique(turns.flatMap(({ blocks }) => ofType(blocks, "tool_use")));
  checkReferences(root, turns);
}

function turnsOf(messages: readonly Place[]): Turn[] {
  const turns: Turn[] = [];
  for (const place of messages) {
    const role = place.at("role").text;
    const last = turns.at(-1);
    const blocks = place.at("content").items();
    // A string is one text block.
    const own = typeof place.at("content").value === "string" ? [place.at("content")] : blocks;
    if (last?.role === role) turns[turns.length - 1] = { ...last, blocks: [...last.blocks, ...own] };
    else turns.push({ role, blocks: own, place });
  }
  return turns;
}

function ofType(blocks: readonly Place[], type: string): Place[] {
  return blocks.filter((block) => block.at("type").value === type);
}

// Rules 1, 4 and 6; a result after other content does not count as "immediately after".
function checkAnswered(turn: Turn, next: Turn | undefined): void {
  const blocks = next?.role === "user" ? next.blocks : [];
  const results = ofType(blocks, "tool_result");
  const answered = new Set(results.map((result) => result.at("tool_use_id").text));
  for (const call of ofType(turn.blocks, "tool_use")) {
    const id = call.at("id").text;
    call.badIf(!answered.has(id), "unanswered", `tool_use ids were found without tool_result blocks: ${id}`);
  }
  const first = blocks.findIndex((block) => block.at("type").value !== "tool_result");
  const late = first < 0 ? [] : ofType(blocks.slice(first), "tool_result");
  for (const result of late) result.bad("results-first", "tool_result blocks must come first");
  checkPaused(turn, next);
}

// Rule 6: while a server tool waits, only results may follow.
function checkPaused(turn: Turn, next: Turn | undefined): void {
  const done = new Set(turn.blocks.map((block) => block.at("tool_use_id").text));
  const waits = ofType(turn.blocks, "server_tool_use").some((block) => !done.has(block.at("id").text));
  if (!waits || next?.role !== "user") return;
  for (const block of next.blocks)
    block.badIf(block.at("type").value !== "tool_result", "server-tool-waits", "only tool_result blocks may follow");
}

// Rules 2 and 8, and one result for a call.
function checkResults(turn: Turn, previous: Turn | undefined): void {
  const calls = previous?.role === "assistant" ? ofType(previous.blocks, "tool_use") : [];
  const seen = new Set<string>();
  for (const result of ofType(turn.blocks, "tool_result")) {
    const id = result.at("tool_use_id").text;
    const call = calls.find((each) => each.at("id").text === id);
    result.badIf(call === undefined, "orphan", `unexpected tool_use_id found in tool_result blocks: ${id}`);
    result.badIf(seen.has(id), "result-unique", `each tool_use must have a single result: ${id}`);
    const same = call === undefined || call.at("toolset_name").value === result.at("toolset_name").value;
    result.badIf(!same, "result-toolset", "must echo toolset_name");
    seen.add(id);
  }
}

// Rule 3.
function checkUnique(calls: readonly Place[]): void {
  const seen = new Set<string>();
  for (const call of calls) {
    const id = call.at("id").text;
    call.badIf(seen.has(id), "tool-id-unique", "tool_use ids must be unique");
    seen.add(id);
  }
}

// Rule 7.
function checkReferences(root: Place, turns: readonly Turn[]): void {
  const names = declaredNames(root);
  const results = turns.flatMap(({ blocks }) => ofType(blocks, "tool_result"));
  for (const item of results.flatMap((result) => result.at("content").items())) {
    if (item.at("type").value !== "tool_reference") continue;
    const name = item.at("tool_name");
    name.badIf(names?.has(name.text) === false, "tool-reference", `Tool reference '${name.text}' not found in tools`);
  }
}
