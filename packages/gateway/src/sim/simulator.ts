import type { JsonObject } from "@toolglot/core";
import { isObject, JsonError, parseJson, stringifyJson } from "@toolglot/core/base";
import { bodyText } from "../bytes.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Send } from "../transport.ts";
import type { SimConversation, SimResponse } from "./conversation.ts";
import { createResponse, estimateSimTokens } from "./create-response.ts";
import type { SimDialect, SimRequest } from "./dialects/dialect.ts";
import { simDialect } from "./dialects/index.ts";
import { createEmbeddings } from "./embeddings.ts";
import type { Fault } from "./faults/fault.ts";
import { faultIn } from "./faults/index.ts";
import { playSteps } from "./play-steps.ts";
import { RefusedRequest } from "./refused-request.ts";
import { renderSteps } from "./render-steps.ts";
import { errorReply, jsonReply } from "./replies.ts";
import { type SimRoute, simRoute } from "./routes.ts";
import { alwaysReasons, checkReasoning } from "./rules/reasoning.ts";
import { type Script, Scripts } from "./scripts.ts";
import type { SimStep } from "./steps.ts";
import { StoredResponses } from "./stored-responses.ts";

/** A request to the simulated provider. */
export interface SimCall {
  readonly method: string;
  /** With or without the base URL. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array | undefined;
}

/** The models that the simulated provider lists; it accepts any name. */
const SIM_MODELS: readonly string[] = ["sim-1", "sim-1-mini"];

/** How a simulated provider behaves. */
export interface SimulatorOptions {
  readonly clock?: Clock;
  /** Whether a model calls the tools that it is offered; by default all do. */
  readonly callsTools?: (model: string) => boolean;
  /** The next scripted response, if another process has them. */
  readonly nextScript?: (() => Promise<Script | undefined>) | undefined;
}

/**
 * A simulated provider: it needs no network and no key, responds the same to the same request, calls tools with arguments
 * made from their schemas, and has the fault that the model's name selects.
 */
export class Simulator {
  private readonly scripts = new Scripts();
  private readonly stored = new StoredResponses();
  private readonly requestCounts = new Map<string, number>();
  private readonly clock: Clock;
  private readonly callsTools: (model: string) => boolean;
  private readonly nextScript: SimulatorOptions["nextScript"];

  constructor({ clock = systemClock, callsTools = () => true, nextScript }: SimulatorOptions = {}) {
    this.nextScript = nextScript;
    this.clock = clock;
    this.callsTools = callsTools;
  }

  /** Sends requests to the provider in a dialect. */
  sender(dialect: string): Send {
    const { nextScript } = this;
    const reply = (request: SimCall) => this.reply(request, dialect);
    const scripted = async (request: SimCall, next: Promise<Script | undefined>) => {
      this.scripts.add(await next);
      return reply(request);
    };
    return (request, sink) =>
      playSteps(nextScript === undefined ? reply(request) : scripted(request, nextScript()), sink, this.clock);
  }

  /** Takes the next scripted response, for another process. */
  takeScript(): Script | undefined {
    return this.scripts.next();
  }

  /** Queues responses for the next requests. */
  expect(body: JsonObject): JsonObject {
    return this.scripts.expect(body);
  }

  /** The steps of the response to a request. */
  reply(call: SimCall, dialect?: string): SimStep[] {
    const { path, query } = splitUrl(call.url);
    const route = simRoute(call.method, path, { headers: call.headers, ...(dialect === undefined ? {} : { dialect }) });
    const errorDialect = route?.dialect ?? simDialect(dialect ?? "openai-chat");
    try {
      if (route === undefined) throw new RefusedRequest(`Invalid URL (${call.method} ${path})`, { status: 404 });
      const counts = route.action === "count";
      const request: SimRequest = {
        headers: call.headers,
        path,
        query,
        model: route.model,
        body: route.action === "cancel" ? {} : bodyOf(call),
        isCount: counts,
      };
      return this.respond(route, route.platform?.adapt(request) ?? request);
    } catch (error) {
      if (error instanceof RefusedRequest) return errorReply(error, errorDialect);
      throw error;
    }
  }

  private respond({ dialect, action, model }: SimRoute, request: SimRequest): SimStep[] {
    switch (action) {
      case "generate":
        return this.generate(dialect, request);
      case "count":
        dialect.decode(request);
        return jsonReply(200, dialect.tokenCount?.(estimateSimTokens(stringifyJson(request.body))) ?? {}, dialect);
      case "embed":
        return this.embed(dialect, request);
      case "models":
        return jsonReply(200, dialect.models(SIM_MODELS), dialect);
      case "model":
        return jsonReply(200, dialect.model(model || String(request.body.model ?? request.body.name)), dialect);
      case "version":
        return jsonReply(200, { version: "0.0.0" }, dialect);
      case "stored":
        return jsonReply(200, this.stored.get(model, request), dialect);
      case "forget":
        return jsonReply(200, this.stored.delete(model), dialect);
      case "cancel":
        return this.stored.cancel(model);
    }
  }

  private generate(dialect: SimDialect, request: SimRequest): SimStep[] {
    const decoded = this.decode(dialect, request);
    if (alwaysReasons(decoded.model)) checkReasoning(dialect.id, decoded.body);
    const { fault, n } = faultIn(decoded.model) ?? { fault: NO_FAULT, n: 0 };
    const before = this.requestCounts.get(decoded.model) ?? 0;
    this.requestCounts.set(decoded.model, before + 1);
    const script = this.scripts.next();
    const context = { n, dialect, stream: decoded.stream, earlierRequests: before };
    const steps =
      scriptedError(script, dialect) ??
      renderSteps(this.storing(responseFor(decoded, dialect, { script, fault }), decoded, dialect), decoded, {
        fault,
        context,
      });
    return script?.delay === undefined ? steps : [{ type: "wait", ms: script.delay }, ...steps];
  }

  private storing(response: SimResponse, decoded: SimConversation, dialect: SimDialect): SimResponse {
    if (dialect.storage?.isStored(decoded.body) === true)
      this.stored.put(decoded.body, dialect.encodeResponse(response, decoded));
    return response;
  }

  private embed(dialect: SimDialect, { body }: SimRequest): SimStep[] {
    const model = String(body.model);
    const { fault, n } = faultIn(model) ?? { fault: NO_FAULT, n: 0 };
    const before = this.requestCounts.get(model) ?? 0;
    this.requestCounts.set(model, before + 1);
    const steps = jsonReply(200, createEmbeddings(body), dialect);
    return fault.steps?.(steps, { n, dialect, stream: false, earlierRequests: before }) ?? steps;
  }

  private decode(dialect: SimDialect, request: SimRequest): SimConversation {
    const { storage } = dialect;
    const decoded = dialect.decode(storage === undefined ? request : this.stored.continued(request, storage));
    return this.callsTools(decoded.model) ? decoded : { ...decoded, toolChoice: { mode: "none" } };
  }
}

const NO_FAULT: Fault = { name: "none", does: "Nothing is wrong." };

function scriptedError(script: Script | undefined, dialect: SimDialect): SimStep[] | undefined {
  const { error } = script ?? {};
  return error === undefined ? undefined : errorReply(new RefusedRequest(error.message, error), dialect);
}

function responseFor(
  decoded: SimConversation,
  dialect: SimDialect,
  { script, fault }: { script: Script | undefined; fault: Fault },
): SimResponse {
  if (fault.twoCalls === undefined) return createResponse(decoded, dialect, script);
  return createResponse({ ...decoded, lastUserText: `${decoded.lastUserText} parallel` }, dialect, script);
}

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [address = "", query = ""] = url.replace(/^(?:https?:\/\/[^/?]*|sim:)/i, "").split("?", 2);
  return { path: address.replace(/\/{2,}/g, "/"), query: new URLSearchParams(query) };
}

function bodyOf({ method, body }: SimCall): JsonObject {
  if (method !== "POST") return {};
  try {
    const value = parseJson(bodyText(body ?? ""));
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw new RefusedRequest("We could not parse the JSON body of your request.");
}
