import { isArray, isObject } from "../../json/value.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Noted } from "../../model/node.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { saidAnyway } from "../forms/anyway.ts";
import { type BodyShape, expectBody } from "../forms/expect.ts";
import { formOf } from "../forms/form.ts";
import { fieldOf, loseField, readNode, writeNode } from "../forms/node.ts";
import { count, flag, list, object, type Rule, text } from "../forms/rule.ts";
import { stopsOf } from "../forms/stops.ts";
import { together } from "../forms/together.ts";
import { toldUsage } from "../forms/usage.ts";
import * as choices from "./choice.ts";
import * as messagesCodec from "./messages.ts";
import { EFFORTS, thinkFor, thinkingOf, thinkWord } from "./thinking.ts";

export function decode(wire: Json, report: Report): Request {
  const { values, noted } = readNode(REQUEST, expectBody(wire, BODY, report), report);
  const { messages, tools, think, formatSchema, ...settings } = values;
  const placed = withThink(noted);
  return {
    messages: messagesCodec.decode(isArray(messages) ? messages : [], report.at("messages")),
    tools: isArray(tools) ? { wire: tools, place: report.at("tools").place } : undefined,
    choice: undefined,
    extras: placed.extras,
    origin: placed.origin,
    ...settings,
    ...(formatSchema === undefined ? {} : { formatType: "schema", formatSchema }),
    ...thinkingOf(think),
    ...(settings.stream === true ? toldUsage(placed) : {}),
  } as Request;
}

function withThink({ origin, ...noted }: Noted): Noted {
  return origin === undefined ? noted : { ...noted, origin: { ...origin, fields: { ...origin.fields, ...THINK } } };
}

const BODY: BodyShape = { expected: "a request", lists: ["messages", "tools"], has: ["messages", "model"] };

export function encode(request: Request, report: Report): JsonObject {
  return request.origin?.dialect === DIALECT ? writeOwn(request, report) : writeForeign(request, report);
}

const DIALECT = "ollama";

/** What is told of in other words stands there, too. */
const THINK: Readonly<Record<string, string>> = { thinking: "/think", effort: "/think" };

/** https://docs.ollama.com/api/chat, with the options of https://docs.ollama.com/modelfile#parameter */
const REQUEST = formOf<string>({
  dialect: DIALECT,
  // As many tokens as the model likes.
  optional: { "/options/num_predict": -1, "/format": "" },
  rules: {
    model: text("/model"),
    // Without any, a model is loaded.
    messages: { ...list("/messages"), missing: [] },
    tools: list("/tools"),
    // Whoever says nothing gets a stream.
    stream: { ...flag("/stream"), missing: true },
    formatType: { at: ["/format"], is: (value) => value === "json" },
    formatSchema: object("/format"),
    think: { at: ["/think"], is: (value) => typeof value === "boolean" || EFFORTS.has(value) },
    logprobs: flag("/logprobs"),
    topLogprobs: count("/top_logprobs"),
    maxTokens: positive("/options/num_predict"),
    temperature: count("/options/temperature"),
    topP: count("/options/top_p"),
    topK: count("/options/top_k"),
    minP: count("/options/min_p"),
    seed: count("/options/seed"),
    stop: list("/options/stop"),
    repetitionPenalty: count("/options/repeat_penalty"),
    presencePenalty: count("/options/presence_penalty"),
    frequencyPenalty: count("/options/frequency_penalty"),
  },
});

function positive(at: string): Rule {
  return { at: [at], is: (value) => typeof value === "number" && value > 0 };
}

function writeOwn(request: Request, report: Report): JsonObject {
  const { messages, tools, thinking, effort, formatType, includeUsage, ...settings } = request;
  const values = {
    ...settings,
    messages: messagesCodec.encode(messages, report),
    tools: tools?.wire,
    thinking: undefined,
    effort: undefined,
    includeUsage: undefined,
    think: thinkWord(request),
    formatType: formatType === "schema" ? undefined : formatType,
  };
  return writeNode(REQUEST, request, values, report);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: Request, report: Report): JsonObject {
  const { model, messages, choice, includeUsage } = request;
  if (includeUsage !== undefined) fieldOf(request, "includeUsage", report).change("default-field");
  if (choice !== undefined) choices.encode(choice, report);
  const tools = toolsFor(request, report);
  const values = together(
    HANDLED,
    saidAnyway(request, LACKING, report),
    {
      model,
      messages: messagesCodec.encode(messages, report),
      tools: tools.length === 0 ? undefined : tools,
      stream: request.stream ?? false,
      stop: stopsOf(request, report),
    },
    samplingOf(request),
    thinkFor(request, report),
    formatFor(request, report),
  );
  return writeNode(REQUEST, request, values, report);
}

/** What cannot be asked for here. */
const LACKING = ["candidates", "store"] as const;

const HANDLED = { includeUsage: undefined, choice: undefined };

// Who may not call a tool does not get it.
function toolsFor({ tools, choice }: Request, report: Report): readonly Json[] {
  if (tools === undefined) return [];
  const chosen = choice && callable(choice);
  if (chosen === undefined) return tools.wire;
  const sent = tools.wire.filter((tool) => chosen.includes(nameOf(tool)));
  if (sent.length < tools.wire.length) report.on(tools.place).change("tools-by-choice");
  return sent;
}

function callable({ mode, tool, allowed }: Choice): readonly string[] | undefined {
  if (mode === "none") return [];
  if (tool === undefined) return allowed?.map(({ name }) => name);
  return tool.kind === "hosted" ? undefined : [tool.name];
}

function nameOf(tool: Json): string {
  const { function: definition } = isObject(tool) ? tool : ({} as JsonObject);
  return isObject(definition) ? String(definition.name) : "";
}

function samplingOf(request: Request): Partial<Request> {
  const { maxTokens, temperature, topP, topK, minP, seed, logprobs, topLogprobs } = request;
  const { repetitionPenalty, presencePenalty, frequencyPenalty } = request;
  const penalties = { repetitionPenalty, presencePenalty, frequencyPenalty };
  return { maxTokens, temperature, topP, topK, minP, seed, logprobs, topLogprobs, ...penalties } as Partial<Request>;
}

function formatFor(request: Request, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema } = request;
  const handled = { formatName: undefined, formatDescription: undefined, formatStrict: undefined };
  for (const field of ["formatName", "formatDescription", "formatStrict"] as const)
    if (request[field] !== undefined) fieldOf(request, field, report).change("format-name");
  if (formatType === "schema" && isObject(formatSchema)) return { ...handled, formatType: undefined, formatSchema };
  if (formatType === "json") return { ...handled, formatType };
  if (formatType === "text") fieldOf(request, "formatType", report).change("default-field");
  else if (formatType !== undefined) loseField(request, "formatType", report);
  return { ...handled, formatType: undefined };
}
