import { isObject, JsonError, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import type { Send } from "../transport.ts";
import type { Answer, Asked } from "./conversation.ts";
import { decide, tokens } from "./decide.ts";
import type { SimDialect, SimRequest } from "./dialects/dialect.ts";
import { simDialect } from "./dialects/index.ts";
import type { Fault, FaultContext } from "./faults/fault.ts";
import { faultOf } from "./faults.ts";
import { play } from "./play.ts";
import { Refused } from "./refused.ts";
import { headStep, jsonReply, refusalReply } from "./replies.ts";
import { type SimRoute, simRoute } from "./routes.ts";
import { alwaysReasons, checkReasoning } from "./rules/reasoning.ts";
import { type Script, Scripts } from "./scripts.ts";
import { type Step, textStep } from "./steps.ts";

/** A request as it reaches the provider. */
export interface SimCall {
  readonly method: string;
  /** With or without the address of the provider. */
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** The models that the simulated provider lists; it answers to every name. */
export const SIM_MODELS: readonly string[] = ["sim-1", "sim-1-mini"];

/**
 * A provider that is none: it needs no network and no key, says the same to the same request, calls tools with arguments
 * made from their schemas, and fails in the ways that a model's name asks for.
 */
export class Simulator {
  private readonly scripts = new Scripts();
  private readonly timesAsked = new Map<string, number>();

  /** Talks to the provider as one of that dialect. */
  sender(dialect: string): Send {
    return (request, sink) => play(this.reply(request, dialect), sink);
  }

  /** Queues answers for the next requests. */
  expect(body: JsonObject): JsonObject {
    return this.scripts.expect(body);
  }

  /** What the provider does when it is asked. */
  reply(call: SimCall, dialect?: string): Step[] {
    const { path, query } = partsOf(call.url);
    const route = simRoute(call.method, path, { headers: call.headers, ...(dialect === undefined ? {} : { dialect }) });
    const spoken = route?.dialect ?? simDialect(dialect ?? "openai-chat");
    try {
      if (route === undefined) throw new Refused(`Invalid URL (${call.method} ${path})`, { status: 404 });
      const counts = route.action === "count";
      return this.answer(route, { headers: call.headers, path, query, model: route.model, body: bodyOf(call), counts });
    } catch (error) {
      if (error instanceof Refused) return refusalReply(error, spoken);
      throw error;
    }
  }

  private answer({ dialect, action, model }: SimRoute, request: SimRequest): Step[] {
    switch (action) {
      case "generate":
        return this.generate(dialect, request);
      case "count":
        dialect.read(request);
        return jsonReply(200, dialect.count?.(tokens(stringifyJson(request.body))) ?? {}, dialect);
      case "models":
        return jsonReply(200, dialect.models(SIM_MODELS), dialect);
      case "model":
        return jsonReply(200, dialect.model(model || String(request.body.model ?? request.body.name)), dialect);
      case "version":
        return jsonReply(200, { version: "0.0.0" }, dialect);
    }
  }

  private generate(dialect: SimDialect, request: SimRequest): Step[] {
    const asked = dialect.read(request);
    if (alwaysReasons(asked.model)) checkReasoning(dialect.id, asked.body);
    const { fault, n } = faultOf(asked.model) ?? { fault: NONE, n: 0 };
    const before = this.timesAsked.get(asked.model) ?? 0;
    this.timesAsked.set(asked.model, before + 1);
    const script = this.scripts.next();
    const steps =
      scripted(script, dialect) ??
      written(decideFor(asked, dialect, { script, fault }), asked, {
        fault,
        context: { n, dialect, streams: asked.streams, before },
      });
    return script?.delay === undefined ? steps : [{ type: "wait", ms: script.delay }, ...steps];
  }
}

const NONE: Fault = { name: "none", does: "Nothing is wrong." };

function scripted(script: Script | undefined, dialect: SimDialect): Step[] | undefined {
  const { error } = script ?? {};
  return error === undefined ? undefined : refusalReply(new Refused(error.message, error), dialect);
}

function decideFor(
  asked: Asked,
  dialect: SimDialect,
  { script, fault }: { script: Script | undefined; fault: Fault },
): Answer {
  if (fault.twoCalls === undefined) return decide(asked, dialect, script);
  return decide({ ...asked, lastUserText: `${asked.lastUserText} parallel` }, dialect, script);
}

/** The answer on its way through all that a fault does to it. */
function written(answer: Answer, asked: Asked, { fault, context }: { fault: Fault; context: FaultContext }): Step[] {
  const { dialect, streams } = context;
  const alter = (text: string) => textStep(fault.text?.(text, context) ?? text);
  const value = () => dialect.whole(answer, asked);
  const frames = () => dialect.stream(answer, asked);
  const data = streams
    ? (fault.frames?.(frames(), context) ?? frames()).map((frame) => alter(dialect.frame(frame)))
    : [alter(stringifyJson(fault.body?.(value(), context) ?? value()))];
  const type = streams ? dialect.streamType : "application/json; charset=utf-8";
  const steps: Step[] = [headStep(200, type, dialect), ...data, { type: "end" }];
  return fault.steps?.(steps, context) ?? steps;
}

function partsOf(url: string): { path: string; query: URLSearchParams } {
  const [address = "", query = ""] = url.replace(/^(?:https?:\/\/[^/?]*|sim:)/i, "").split("?", 2);
  return { path: address.replace(/\/{2,}/g, "/"), query: new URLSearchParams(query) };
}

function bodyOf({ method, body }: SimCall): JsonObject {
  if (method !== "POST") return {};
  try {
    const value = parseJson(body ?? "");
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw new Refused("We could not parse the JSON body of your request.");
}
