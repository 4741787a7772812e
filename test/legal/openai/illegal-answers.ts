import type { Json } from "../../support/json.ts";
import { legality as chat } from "../openai-chat.ts";
import { legality as responses } from "../openai-responses.ts";
import { legality as openrouter } from "../openrouter.ts";
import { edit, splice } from "./edit.ts";
import type { Row } from "./illegal-requests.ts";
import type { Rule } from "./rules.ts";
import {
  CHAT_CHUNKS,
  CHAT_RESPONSE,
  chatText,
  ERROR,
  FAILURE,
  OPENROUTER_ERROR,
  RESPONSES_EVENTS,
  RESPONSES_RESPONSE,
  responsesText,
} from "./samples.ts";

type Changes = Readonly<Record<string, Json | undefined>>;

function answer(rule: Rule, what: string, changes: Changes): Row {
  return [rule, `Chat answer: ${what}`, () => chat.response(edit(CHAT_RESPONSE, changes))];
}

function respond(rule: Rule, what: string, changes: Changes): Row {
  return [rule, `Responses answer: ${what}`, () => responses.response(edit(RESPONSES_RESPONSE, changes))];
}

function chunks(rule: Rule, what: string, changed: readonly Json[] | Changes, end?: string): Row {
  const list = Array.isArray(changed) ? (changed as Json[]) : edit(CHAT_CHUNKS, changed as Changes);
  return [rule, `Chat stream: ${what}`, () => chat.stream(chatText(list, end))];
}

function events(rule: Rule, what: string, changed: readonly Json[] | Changes): Row {
  const list = Array.isArray(changed) ? (changed as Json[]) : edit(RESPONSES_EVENTS, changed as Changes);
  return [rule, `Responses stream: ${what}`, () => responses.stream(responsesText(list))];
}

const CALL = "/choices/0/message/tool_calls/0";
const DELTA = "/choices/0/delta";
const NO: Json = { error: { message: "No.", type: "server_error", param: null, code: null } };

export const ANSWER_ROWS: readonly Row[] = [
  answer("response.shape", "an object of another kind", { "/object": "completion" }),
  answer("response.choices", "no choice", { "/choices": [] }),
  answer("response.finish", "a reason of Anthropic", { "/choices/0/finish_reason": "end_turn" }),
  answer("response.finish", "calls that are not there", { "/choices/0/message/tool_calls": undefined }),
  answer("response.usage", "no total", { "/usage/total_tokens": undefined }),
  answer("response.empty-arguments", "nothing for arguments", { [`${CALL}/function/arguments`]: "" }),
  answer("call.arguments", "an object for arguments", { [`${CALL}/function/arguments`]: {} }),
  answer("call.count", "an empty list of calls", { "/choices/0/message/tool_calls": [] }),
  answer("call.duplicate", "an id twice", { [`${CALL}/id`]: "call_2" }),
  answer("call.id", "no id", { [`${CALL}/id`]: "" }),
  respond("response.shape", "no tools", { "/tools": undefined }),
  respond("response.status", "failed without an error", { "/status": "failed" }),
  respond("response.status", "incomplete without a reason", { "/status": "incomplete" }),
  respond("response.usage", "no details", { "/usage/input_tokens_details": undefined }),
  respond("response.item", "a call without call_id", { "/output/2/call_id": undefined }),
  respond("response.item", "a text without annotations", { "/output/1/content/0/annotations": undefined }),
  respond("response.empty-arguments", "nothing for arguments", { "/output/2/arguments": "" }),
  respond("item.duplicate", "an id twice", { "/output/2/id": "msg_1" }),
  [
    "openrouter.details",
    "OpenRouter answer: an unknown kind",
    () => openrouter.response(edit(CHAT_RESPONSE, { "/choices/0/message/reasoning_details": [{ type: "x" }] })),
  ],
  ["error.shape", "OpenAI: no envelope", () => chat.error(400, { message: "No." })],
  ["error.shape", "OpenAI: a number for a code", () => responses.error(400, edit(ERROR, { "/error/code": 400 }))],
  ["error.status", "OpenAI: a success", () => chat.error(200, ERROR)],
  ["error.status", "OpenRouter: another code", () => openrouter.error(400, OPENROUTER_ERROR)],
];

export const STREAM_ROWS: readonly Row[] = [
  ["stream.syntax", "Chat stream: half an event", () => chat.stream(`data: {"id":\n\n${chatText(CHAT_CHUNKS)}`)],
  ["stream.syntax", "Chat stream: a named event", () => chat.stream(`event: delta\n${chatText(CHAT_CHUNKS)}`)],
  chunks("stream.end", "no [DONE]", CHAT_CHUNKS, ""),
  chunks("stream.end", "two [DONE]", CHAT_CHUNKS, "data: [DONE]\n\ndata: [DONE]\n\n"),
  chunks("stream.error", "[DONE] after an error", [...CHAT_CHUNKS.slice(0, 2), NO]),
  chunks("stream.error", "an error after the finish", [...CHAT_CHUNKS, NO], ""),
  chunks("stream.error", "a chunk after the error", splice(CHAT_CHUNKS, 1, 0, NO), ""),
  chunks("stream.shape", "no choices", { "/1/choices": undefined }),
  chunks("stream.constant", "another id", { "/3/id": "chatcmpl-2" }),
  chunks("stream.role", "no role", { [`/0${DELTA}/role`]: undefined }),
  chunks("stream.finish", "no finish", splice(CHAT_CHUNKS, 6, 1)),
  chunks("stream.finish", "two", splice(CHAT_CHUNKS, 6, 0, CHAT_CHUNKS[6] as Json)),
  chunks("stream.finish", "with the last text", { [`/6${DELTA}/content`]: "!" }),
  chunks("response.finish", "an unknown reason", { "/6/choices/0/finish_reason": "end_turn" }),
  chunks("stream.usage", "beside the choices", {
    "/6/usage": { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }),
  chunks("stream.call-index", "from 1", splice(CHAT_CHUNKS, 2, 2)),
  chunks("stream.call-index", "none", { [`/2${DELTA}/tool_calls/0/index`]: undefined }),
  chunks("stream.call-opener", "no type", { [`/2${DELTA}/tool_calls/0/type`]: undefined }),
  chunks("stream.call-opener", "another name", { [`/3${DELTA}/tool_calls/0/function/name`]: "g" }),
  chunks("stream.call-order", "interleaved", { "/3": CHAT_CHUNKS[4], "/4": CHAT_CHUNKS[3] }),
  chunks("call.duplicate", "an id twice", { [`/4${DELTA}/tool_calls/0/id`]: "call_1" }),
  chunks("call.arguments", "null for arguments", { [`/3${DELTA}/tool_calls/0/function/arguments`]: null }),
  chunks("response.empty-arguments", "none", splice(CHAT_CHUNKS, 3, 1)),
  [
    "stream.error",
    "OpenRouter stream: an error after the finish",
    () => openrouter.stream(chatText([...CHAT_CHUNKS, NO])),
  ],
  [
    "stream.syntax",
    "Responses stream: no names",
    () => responses.stream(responsesText(RESPONSES_EVENTS).replaceAll(/event: .*\n/g, "")),
  ],
  events("stream.created", "in_progress first", splice(RESPONSES_EVENTS, 0, 1)),
  events("stream.created", "twice", splice(RESPONSES_EVENTS, 1, 0, RESPONSES_EVENTS[0] as Json)),
  events("stream.sequence", "a gap", { "/5/sequence_number": 9 }),
  events("stream.event", "a ping", splice(RESPONSES_EVENTS, 2, 0, { type: "ping" })),
  events("stream.constant", "another response", { "/23/response/id": "resp_2" }),
  events("stream.shape", "an output before its items", { "/0/response/output": [{}] }),
  events("stream.item-index", "a gap", { "/2/output_index": 1 }),
  events("stream.item-open", "the next before the end", splice(RESPONSES_EVENTS, 18, 1)),
  events("stream.item-open", "a delta of no item", splice(RESPONSES_EVENTS, 19, 1)),
  events("stream.item-id", "another item_id", { "/10/item_id": "msg_2" }),
  events("stream.item-id", "another call_id when done", { "/22/item/call_id": "call_2" }),
  events("stream.part", "a delta of no part", splice(RESPONSES_EVENTS, 9, 1)),
  events("stream.part", "a part that is not done", splice(RESPONSES_EVENTS, 17, 1)),
  events("stream.part", "a summary without its part", splice(RESPONSES_EVENTS, 3, 1)),
  events("stream.text", "a lost delta", splice(RESPONSES_EVENTS, 11, 1)),
  events("stream.text", "no done", splice(RESPONSES_EVENTS, 21, 1)),
  events("stream.text", "other arguments in the item", { "/22/item/arguments": "{ }" }),
  events("stream.output", "an item less", { "/23/response/output/0": undefined }),
  events("response.status", "a failure that says completed", { "/23/type": "response.failed" }),
  events("stream.end", "none", splice(RESPONSES_EVENTS, 23, 1)),
  events("stream.end", "two", [...RESPONSES_EVENTS, RESPONSES_EVENTS[23] as Json]),
  events("stream.error", "a success after an error", splice(RESPONSES_EVENTS, 23, 0, FAILURE)),
];
