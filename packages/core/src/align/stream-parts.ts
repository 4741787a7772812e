import { isUnreadable } from "../conversation/stream/damaged-stream.ts";
import type { DialectName } from "../dialects/names.ts";
import { Ledger } from "../ledger.ts";
import type { PartStart, StreamEvent } from "../model/event.ts";
import { Report } from "../report.ts";
import type { StreamFrame } from "./assemble-stream.ts";
import { dialectOf } from "./recorded-bridge.ts";

/** A part of a response, as far as it has arrived. */
export interface StreamPart {
  readonly kind: "text" | "reasoning" | "refusal" | "call" | "block";
  /** The name of the tool that is called. */
  readonly name?: string;
  /** Its text; of a call, its arguments. */
  readonly text: string;
}

/**
 * What frames of a stream say, part by part: of its first frames, what had arrived until then.
 *
 * @example
 * streamParts("ollama", [{ offset: 0, data: '{"message":{"content":"Hi"},"done":false}' }]); // [{ kind: "text", text: "Hi" }]
 */
export function streamParts(dialect: DialectName, frames: readonly StreamFrame[]): StreamPart[] {
  const parts = new Map<number, Collected>();
  const report = new Report(new Ledger({ from: dialect, to: dialect }), "to_canonical");
  const reader = dialectOf(dialect).stream.decode((event) => collect(event, parts), report);
  try {
    for (const { data, event } of frames) reader.read(data, event);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  return [...parts.values()].map(({ kind, name, texts }) => ({
    kind,
    ...(name === undefined || name === "" ? {} : { name }),
    text: texts.join(""),
  }));
}

interface Collected {
  readonly kind: StreamPart["kind"];
  name: string | undefined;
  readonly texts: string[];
}

function collect(event: StreamEvent, parts: Map<number, Collected>): void {
  if (event.type === "part-start") parts.set(event.index, started(event.part));
  else if (event.type === "part-delta") parts.get(event.index)?.texts.push(event.text);
  else if (event.type === "part-note") {
    const part = parts.get(event.index);
    if (part !== undefined) part.name = event.note.name ?? part.name;
  }
}

function started(part: PartStart): Collected {
  if (part.type !== "whole") return { kind: part.type, name: part.type === "call" ? part.name : undefined, texts: [] };
  const { part: whole } = part;
  const text = whole.type === "text" || whole.type === "refusal" || whole.type === "opaque" ? whole.text : undefined;
  return {
    kind: whole.type === "text" || whole.type === "refusal" ? whole.type : "block",
    name: undefined,
    texts: [text ?? ""],
  };
}
