import type { JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { SimConversation, SimResponse } from "./conversation.ts";
import type { SimFrame } from "./dialects/dialect.ts";
import type { Fault, FaultContext } from "./faults/fault.ts";
import { headStep } from "./replies.ts";
import type { SimStep } from "./steps.ts";

/** The steps of a response, changed by a fault at each stage. */
export function renderSteps(response: SimResponse, decoded: SimConversation, play: FaultPlay): SimStep[] {
  const { fault, context } = play;
  const { dialect, stream } = context;
  const chunks = stream
    ? renderFrames(dialect.encodeStream(response, decoded), play)
    : renderBody(dialect.encodeResponse(response, decoded), play);
  const type = stream ? dialect.streamContentType : "application/json; charset=utf-8";
  const data = chunks.map((bytes): SimStep => ({ type: "data", bytes }));
  const steps: SimStep[] = [headStep(200, type, dialect), ...data, { type: "end" }];
  return fault.steps?.(steps, context) ?? steps;
}

interface FaultPlay {
  readonly fault: Fault;
  readonly context: FaultContext;
}

function renderBody(body: JsonObject, { fault, context }: FaultPlay): Uint8Array[] {
  return renderPayloads([stringifyJson(fault.body?.(body, context) ?? body)], { fault, context });
}

function renderFrames(whole: readonly SimFrame[], { fault, context }: FaultPlay): Uint8Array[] {
  const { dialect } = context;
  const frames = fault.frames?.(whole, context) ?? whole;
  const texts = frames.map((frame) => dialect.frame(frame));
  const payloads = renderPayloads(texts, { fault, context });
  if (dialect.envelope === undefined) return payloads;
  return frames.flatMap((frame, index) => dialect.envelope?.(payloads[index] ?? new Uint8Array(), frame) ?? []);
}

function renderPayloads(texts: readonly string[], { fault, context }: FaultPlay): Uint8Array[] {
  const payloads = texts.map((text) => encoder.encode(fault.text?.(text, context) ?? text));
  return fault.payloads?.(payloads) ?? payloads;
}

const encoder = new TextEncoder();
