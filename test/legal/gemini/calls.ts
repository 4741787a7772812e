import type { Place } from "../place.ts";
import { field } from "./fields.ts";

// B6, rules 1 to 5.
export function checkCalls(contents: readonly Place[]): void {
  for (const [index, content] of contents.entries()) {
    checkSides(content);
    if (callsOf(content).length > 0) checkCallTurn(content, contents[index - 1], contents[index + 1]);
    const answers = answersOf(content);
    const previous = contents[index - 1];
    const follows = previous !== undefined && callsOf(previous).length > 0;
    const message = "function response turn comes immediately after a function call turn";
    content.badIf(answers.length > 0 && !follows, "response-turn", message);
  }
}

function callsOf(content: Place): Place[] {
  return dataOf(content, "functionCall");
}

function answersOf(content: Place): Place[] {
  return dataOf(content, "functionResponse");
}

function dataOf(content: Place, name: string): Place[] {
  const data = content.at("parts").items();
  return data.map((part) => field(part, name)).filter(({ exists }) => exists);
}

// Calls are the model's, responses the user's.
function checkSides(content: Place): void {
  const isModel = content.at("role").value === "model";
  for (const call of callsOf(content)) call.badIf(!isModel, "call-role", "stands in a model content");
  for (const answer of answersOf(content)) answer.badIf(isModel, "response-role", "stands in a user content");
}

// Rules 1 and 2. A last call turn has nothing to be counted against.
function checkCallTurn(content: Place, previous: Place | undefined, next: Place | undefined): void {
  const after = previous !== undefined && previous.at("role").value !== "model";
  content.badIf(!after, "call-turn", "function call turn comes immediately after a user or function response turn");
  if (next === undefined) return;
  const [calls, answers] = [callsOf(content), answersOf(next)];
  const message = `${answers.length} function response parts for ${calls.length} function call parts`;
  next.badIf(calls.length !== answers.length, "response-count", message);
  checkIds(calls);
  checkNames(calls, answers);
}

function checkIds(calls: readonly Place[]): void {
  const ids = calls.map((call) => call.at("id")).filter(({ exists }) => exists);
  for (const [index, id] of ids.entries()) {
    const first = ids.findIndex((each) => each.value === id.value);
    id.badIf(first !== index, "call-id-unique", "two calls of a turn have the same id");
  }
}

// Rule 5: by id where there is one, else each name as often as it was called.
function checkNames(calls: readonly Place[], answers: readonly Place[]): void {
  const waiting = [...calls];
  for (const answer of answers) {
    const id = answer.at("id");
    const byId = id.exists && calls.some((call) => call.at("id").exists);
    const key = byId ? "id" : "name";
    const index = waiting.findIndex((call) => call.at(key).value === answer.at(key).value);
    const [call] = index < 0 ? [] : waiting.splice(index, 1);
    answer.at(key).badIf(call === undefined, `response-${key}`, `no call waits with this ${key}`);
    const named = call === undefined || call.at("name").value === answer.at("name").value;
    answer.at("name").badIf(!named, "response-name", `must be ${call?.at("name").text}, as the call says`);
  }
}

// B7: every step of the current turn is signed on its first call.
export function checkSignatures(contents: readonly Place[]): void {
  const begin = contents.findLastIndex((content) => content.at("role").value !== "model" && saysSomething(content));
  for (const content of contents.slice(begin + 1)) {
    const first = content
      .at("parts")
      .items()
      .find((part) => field(part, "functionCall").exists);
    const name = first === undefined ? "" : field(first, "functionCall").at("name").text;
    const signed = first === undefined || field(first, "thoughtSignature").text !== "";
    first?.badIf(!signed, "thought-signature", `Function call \`${name}\` is missing a \`thought_signature\``);
  }
}

// A content with only functionResponse parts does not start a turn.
function saysSomething(content: Place): boolean {
  const parts = content.at("parts").items();
  return parts.some((part) => !field(part, "functionResponse").exists);
}
