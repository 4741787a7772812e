import { convertTools, createBridge, dialectNamed, isProfileName, type Json, type Loss } from "@toolglot/core";
import { type Alignment, alignRequests, alignResponses, alignTools, assembleStream } from "@toolglot/core/align";
import { rowContents } from "../exchange/rows.ts";
import { jsonLines } from "../exchange/text.ts";
import { type ReadInput, readInput } from "./identify.ts";
import type { InputProblem, PlaygroundInput, TranslatedInput } from "./views.ts";

/** More rows than this are not read by anybody, and would make the page slow. */
const MOST_ROWS = 300;

/** Longer texts are cut where they are shown. */
const LONGEST_TEXT = 200_000;

/** Translates a text to one dialect. */
export function translateInput({
  to,
  ...input
}: PlaygroundInput & { readonly to: string }): TranslatedInput | InputProblem {
  try {
    const read = readInput(input);
    return "problem" in read ? read : translated(read, to, input.profile);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function translated(read: ReadInput, to: string, profile: string | undefined): TranslatedInput {
  const ends = { from: dialectNamed(read.from), to: dialectNamed(to) };
  const how = profile !== undefined && isProfileName(profile) ? { profile } : {};
  switch (read.what) {
    case "tools": {
      const { value } = convertTools(read.value, { ...ends, ...how, onInvalid: "skip" });
      return shown(value, alignTools({ ...ends, ...how, client: read.value, provider: value }));
    }
    case "request": {
      const { value } = createBridge({ client: ends.from, provider: ends.to, ...how }).request(read.value);
      return shown(value, alignRequests({ ...ends, ...how, client: read.value, provider: value }));
    }
    case "response": {
      const { value } = createBridge({ client: ends.to, provider: ends.from }).response(read.value);
      return shown(value, alignedAnswer(ends, read.value, value));
    }
    case "stream":
      return translatedStream(String(read.value), ends);
  }
}

interface Ends {
  readonly from: ReturnType<typeof dialectNamed>;
  readonly to: ReturnType<typeof dialectNamed>;
}

// A stream is aligned as the response that it amounts to.
function translatedStream(text: string, { from, to }: Ends): TranslatedInput {
  const bridge = createBridge({ client: to, provider: from });
  bridge.request(streamRequest(to));
  const stream = bridge.stream();
  const written = stream.push(text) + stream.end();
  const [left, right] = [assembleStream(from, text), assembleStream(to, written)];
  const sides = [left.response ?? left.error ?? null, right.response ?? right.error ?? null] as const;
  return { ...shown(written, alignedAnswer({ from, to }, ...sides)), losses: countLosses(stream.losses) };
}

// Some dialects stream token counts only if the request asks for them: this one does in every dialect.
function streamRequest(to: Ends["to"]): Json {
  const request = { max_tokens: 1024, stream: true, messages: [{ role: "user", content: "Hi" }] };
  return createBridge({ client: "anthropic", provider: to }).request(request).value as Json;
}

// What answers is the provider: its dialect is the one that a text is translated from.
function alignedAnswer({ from, to }: Ends, provider: Json, client: Json): Alignment {
  return alignResponses({ from: to, to: from, provider, client });
}

function shown(value: Json | readonly Json[], { rows, losses }: Alignment): TranslatedInput {
  const text = typeof value === "string" ? value : jsonLines(value as Json).join("\n");
  return {
    text:
      text.length > LONGEST_TEXT
        ? `${text.slice(0, LONGEST_TEXT)}\n… ${text.length - LONGEST_TEXT} more characters`
        : text,
    rows: rowContents(rows.slice(0, MOST_ROWS)),
    total: rows.length,
    losses: countLosses(losses),
    changes: rows.filter(({ state }) => state === "changed").length,
  };
}

function countLosses(losses: readonly Loss[]): TranslatedInput["losses"] {
  const metadata = losses.filter(({ level }) => level === "metadata").length;
  return { counted: losses.length - metadata, metadata };
}
