import { isObject, JsonError, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import type { Send } from "../transport.ts";
import { decide, tokens } from "./decide.ts";
import type { SimDialect, SimRequest } from "./dialects/dialect.ts";
import { simDialect } from "./dialects/index.ts";
import { play } from "./play.ts";
import { Refused } from "./refused.ts";
import { type SimRoute, simRoute } from "./routes.ts";
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
      if (error instanceof Refused) return refusal(error, spoken);
      throw error;
    }
  }

  private answer({ dialect, action, model }: SimRoute, request: SimRequest): Step[] {
    switch (action) {
      case "generate":
        return this.generate(dialect, request);
      case "count":
        dialect.read(request);
        return json(200, dialect.count?.(tokens(stringifyJson(request.body))) ?? {}, dialect);
      case "models":
        return json(200, dialect.models(SIM_MODELS), dialect);
      case "model":
        return json(200, dialect.model(model || String(request.body.model ?? request.body.name)), dialect);
      case "version":
        return json(200, { version: "0.0.0" }, dialect);
    }
  }

  private generate(dialect: SimDialect, request: SimRequest): Step[] {
    const asked = dialect.read(request);
    const script = this.scripts.next();
    const { error } = script ?? {};
    const late = delayed(script);
    if (error !== undefined) return [...late, ...refusal(new Refused(error.message, error), dialect)];
    const answer = decide(asked, dialect, script);
    if (!asked.streams) return [...late, ...json(200, dialect.whole(answer, asked), dialect)];
    return [
      ...late,
      head(200, dialect.streamType, dialect),
      ...dialect.stream(answer, asked).map((frame) => textStep(dialect.frame(frame))),
      { type: "end" },
    ];
  }
}

function delayed(script: Script | undefined): Step[] {
  return script?.delay === undefined ? [] : [{ type: "wait", ms: script.delay }];
}

function refusal(refused: Refused, dialect: SimDialect): Step[] {
  return json(refused.status, dialect.error(refused), dialect);
}

function json(status: number, value: JsonObject, dialect: SimDialect): Step[] {
  return [head(status, "application/json; charset=utf-8", dialect), textStep(stringifyJson(value)), { type: "end" }];
}

function head(status: number, type: string, { requestIdHeader }: SimDialect): Step {
  const id = requestIdHeader === undefined ? {} : { [requestIdHeader]: "req_sim" };
  return { type: "head", status, headers: { "content-type": type, ...id } };
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
