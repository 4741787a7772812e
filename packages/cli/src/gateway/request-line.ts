import type { AttemptRecord, LossRecord, RequestRecord, TokenCounts } from "@toolglot/gateway";
import { dollars } from "../output/dollars.ts";
import { escapeInvisible } from "../output/escape.ts";
import type { Style } from "../output/style.ts";
import { lossNames } from "./loss-names.ts";

/** One request as a line of the log for people; `at` is in milliseconds since 1970. */
export function requestLine(record: RequestRecord, at: number, style: Style): string {
  const { key, status, outcome, cost, worker } = record;
  const paint = outcome === "success" ? style.green : style.red;
  const fields = [
    style.dim(timeText(at)),
    subjectText(record),
    paint(String(status)),
    durationText(record),
    tokenText(record.usage),
    cost === undefined ? undefined : dollars(cost),
    key === undefined ? undefined : escapeInvisible(`key ${key}`),
    worker === undefined ? undefined : `worker ${worker}`,
    warning(triedText(record), style),
    failureText(record),
    warning(lossText(record), style),
  ];
  return joined(fields);
}

// A line for each request is written all the time: this is faster than to filter the fields and to join them.
function joined(fields: readonly (string | undefined)[]): string {
  let line = "";
  for (const field of fields) if (field !== undefined) line += line === "" ? field : `  ${field}`;
  return line;
}

function warning(text: string | undefined, style: Style): string | undefined {
  return text === undefined ? undefined : style.yellow(escapeInvisible(text));
}

// To format a time takes longer than the rest of a line, and many lines have the same second.
function timeText(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== last.second) last = { second, text: new Date(at).toTimeString().slice(0, 8) };
  return last.text;
}

let last = { second: Number.NaN, text: "" };

// Many lines are about the same, and to look for invisible characters takes time.
function subjectText(record: RequestRecord): string {
  if (!isAboutSame(record, lastSubject.record)) lastSubject = { record, text: escapedSubject(record) };
  return lastSubject.text;
}

type Subject = Partial<Pick<RequestRecord, "client" | "method" | "path" | "model" | "provider" | "providerModel">>;

let lastSubject: { readonly record: Subject; readonly text: string } = { record: {}, text: "" };

function isAboutSame(one: Subject, other: Subject): boolean {
  const isSameRequest = one.client === other.client && one.method === other.method && one.path === other.path;
  const isSameModel = one.model === other.model && one.providerModel === other.providerModel;
  return isSameRequest && isSameModel && one.provider === other.provider;
}

/** What the client speaks, and what it asked for. */
function escapedSubject(record: RequestRecord): string {
  const { method, path, client } = record;
  return escapeInvisible(`${client ?? method}  ${routeText(record) ?? path}`);
}

/** The model, and where it leads where that is not what the client asked for: `claude-x → openai/gpt-5.6`. */
function routeText({ model, provider, providerModel }: RequestRecord): string | undefined {
  if (model === undefined || provider === undefined) return model;
  const target = `${provider}/${providerModel ?? model}`;
  return target === model ? model : `${model} → ${target}`;
}

function durationText({ durationMs, firstChunkMs }: RequestRecord): string {
  return firstChunkMs === undefined ? `${durationMs} ms` : `${durationMs} ms (first output ${firstChunkMs} ms)`;
}

function tokenText({ input, cacheRead, output }: TokenCounts = {}): string | undefined {
  if (input === undefined && output === undefined) return undefined;
  const cached = cacheRead === undefined || cacheRead === 0 ? "" : ` (${cacheRead} cached)`;
  return `in ${input ?? "?"}${cached}, out ${output ?? "?"}`;
}

/** The attempts before the last one: `tried openai (503) → second`. */
function triedText({ attempts = [], outcome }: RequestRecord): string | undefined {
  const last = attempts.at(-1);
  if (last === undefined || outcome === "client_closed" || !attempts.some(hasFailed)) return undefined;
  const failed = failuresText(attempts.filter(hasFailed));
  if (outcome === "success") return `tried ${failed} → ${last.provider}`;
  return attempts.length > 1 ? `tried ${failed}` : undefined;
}

function hasFailed({ errorType }: AttemptRecord): boolean {
  return errorType !== undefined;
}

function failuresText(attempts: readonly AttemptRecord[]): string {
  const providers = new Map<string, number[]>();
  for (const { provider, status } of attempts) providers.set(provider, [...(providers.get(provider) ?? []), status]);
  return [...providers].map(([provider, statuses]) => `${provider} (${statuses.join(", ")})`).join(", ");
}

function failureText({ outcome, errorType, error }: RequestRecord): string | undefined {
  if (outcome === "client_closed") return "client disconnected";
  return errorType === undefined ? undefined : escapeInvisible([errorType, error].filter(Boolean).join(": "));
}

function lossText({ losses = [], lossCount = losses.length }: RequestRecord): string | undefined {
  if (losses.length === 0) return undefined;
  const distinct = new Map<string, LossRecord>();
  for (const loss of losses) distinct.set(loss.path || loss.code, loss);
  const more = lossCount - losses.length + Math.max(0, distinct.size - MAX_NAMES);
  const named = [...distinct.values()].slice(0, MAX_NAMES);
  return `lost ${lossNames(named).join(", ")}${more > 0 ? `, … +${more}` : ""}`;
}

/** How many losses a line names. */
const MAX_NAMES = 8;
