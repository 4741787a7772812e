import type { Json } from "@toolglot/core";
import { dialectOf, type Recording, readTraffic, streamsOf, succeeded } from "../sdk/traffic.ts";
import { dealt, someOf } from "../support/extent.ts";
import { DIALECTS } from "./dialects.ts";

/** Something recorded, and the dialect that it is in. */
export interface Recorded<T> {
  readonly id: string;
  readonly dialect: string;
  readonly model: string | undefined;
  readonly body: T;
}

const recordings = DIALECTS.flatMap((dialect) =>
  someOf(
    readTraffic().filter((recording) => dialectIn(recording) === dialect),
    6,
  ),
);

export const haveTraffic: boolean = recordings.length > 0;

/** Every request, in the quick run every sixth, that was recorded, whether its provider took it or not. */
export const requests: readonly Recorded<Json>[] = recordings.flatMap((recording) => {
  const body = recording.request?.body;
  return isBody(body) ? [{ ...about(recording), body }] : [];
});

/** Every request that its provider took. */
export const acceptedRequests: readonly Recorded<Json>[] = recordings.filter(succeeded).flatMap((recording) => {
  const body = recording.request?.body;
  return isBody(body) ? [{ ...about(recording), body }] : [];
});

/** Every whole answer. */
export const responses: readonly Recorded<Json>[] = recordings.filter(succeeded).flatMap((recording) => {
  const { json } = recording.response;
  return isBody(json) && !Array.isArray(json) && !recording.streaming ? [{ ...about(recording), body: json }] : [];
});

/** Every streamed answer, as its bytes came. */
export const streams: readonly Recorded<string>[] = recordings
  .filter(succeeded)
  .flatMap((recording) => streamsOf(recording).map((body) => ({ ...about(recording), body })));

/** What was recorded in one dialect and is translated to another: in the quick run a part of it for each. */
export function recordedFor<T extends { readonly dialect: string }>(
  all: readonly T[],
  from: string,
  to: string,
): readonly T[] {
  return dealt(
    all.filter(({ dialect }) => dialect === from),
    DIALECTS.indexOf(to as (typeof DIALECTS)[number]),
  );
}

function about(recording: Recording): Omit<Recorded<unknown>, "body"> {
  const { id } = recording;
  const model = (recording as { model?: unknown }).model;
  return { id, dialect: dialectIn(recording), model: typeof model === "string" ? model : undefined };
}

function dialectIn(recording: Recording): string {
  const dialect = dialectOf(recording);
  return dialect === "openai-chat" && recording.provider === "openrouter" ? "openrouter" : dialect;
}

function isBody(body: Json | undefined): body is Json {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}
