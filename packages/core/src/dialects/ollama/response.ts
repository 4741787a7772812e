import { candidateOf, responseOf } from "../../content/answers.ts";
import { unlessEmpty } from "../../content/failure.ts";
import { secondsOf, timeOf } from "../../content/time.ts";
import { isObject } from "../../json/value.ts";
import type { Answering } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, Response } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { tellEnd } from "../forms/endings.ts";
import { type BodyShape, expectBody } from "../forms/expect.ts";
import { formOf } from "../forms/form.ts";
import { fieldOf, loseNode, readNode, writeNode } from "../forms/node.ts";
import { remember, remembered } from "../forms/remember.ts";
import { object, text } from "../forms/rule.ts";
import * as errors from "./errors.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { stopOf, stopWord, UNSAID } from "./stops.ts";
import { decodeUsage, encodeUsage, USAGE_RULES } from "./usage.ts";

export function decode(wire: Json, report: Report): Response {
  const body = expectBody(wire, BODY, report);
  if (body.error !== undefined && body.error !== null) return { candidates: [], failure: errors.decode(body, 502) };
  const { values, noted } = readNode(RESPONSE, body, report);
  const { model, created, message, stop } = values;
  const usage = decodeUsage(body, report);
  const seconds = typeof created === "string" ? secondsOf(created) : undefined;
  // Nobody else tells the time to less than a second.
  if (seconds !== undefined && timeOf(seconds) !== created) report.at("created_at").change("answer-time");
  const response = responseOf(created === undefined ? noted : remember(noted, "ollama", { created }), {
    model: typeof model === "string" ? model : undefined,
    created: seconds,
    candidates: [candidateIn(message, stop, report)],
    usage,
  });
  return unlessEmpty(response, !isObject(message));
}

const BODY: BodyShape = { expected: "a response", has: ["message", "error", "done", "done_reason", "model"] };

export function encode(response: Response, report: Report, answering: Answering): JsonObject {
  const { candidates, model, created } = response;
  const own = response.origin?.dialect === "ollama";
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (response.id !== undefined) fieldOf(response, "id", report).change("answer-id");
  const { input, output } = countsOf(response, report);
  const values = {
    candidates: undefined,
    failure: undefined,
    id: undefined,
    usage: undefined,
    model: model ?? (own ? undefined : (answering.model ?? "")),
    created: own ? remembered(response, "ollama", "created") : timeOf(created ?? answering.created),
    message: own && candidate?.origin === undefined ? undefined : messageOf(candidate, report),
    stop: own ? candidate?.stop.word : stopFor(candidate, report),
    input,
    output,
  };
  return writeNode(RESPONSE, response, values, report);
}

/** https://docs.ollama.com/api/chat#response */
const RESPONSE = formOf<string>({
  dialect: "ollama",
  constants: { "/done": true },
  rules: {
    model: text("/model"),
    created: text("/created_at"),
    message: object("/message"),
    stop: text("/done_reason"),
    ...USAGE_RULES,
  },
});

// The one answer is the message, so that what is known of the message is known of the answer.
function candidateIn(message: Json | undefined, stop: Json | undefined, report: Report): Candidate {
  const ending = stopOf(stop);
  if (!isObject(message)) return { parts: [], stop: ending };
  const read = decodeMessage(message, report.at("message"), "assistant");
  return candidateOf(read, { parts: read.parts, stop: ending });
}

function messageOf(candidate: Candidate | undefined, report: Report): JsonObject | undefined {
  const { parts = [], origin, extras } = candidate ?? {};
  const said = parts.filter((part) => part.type !== "result" || loseNode(part, part.type, report));
  return encodeMessage({ role: "assistant", parts: said, glue: "", origin, extras }, report)[0];
}

function stopFor(candidate: Candidate | undefined, report: Report): string {
  if (candidate === undefined) return "stop";
  tellEnd(candidate, UNSAID, report);
  return stopWord(candidate.stop);
}

function countsOf({ usage }: Response, report: Report): Record<string, Json | undefined> {
  const { prompt_eval_count: input, eval_count: output } = usage === undefined ? {} : encodeUsage(usage, report);
  return { input, output };
}
