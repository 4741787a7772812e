import type { ClientDialect } from "../../matrix/clients/index.ts";

/** The outcome of a fault: the complete response, an error with a status, or an error in the stream; `as` is its type in the log. */
export type Expected =
  | { readonly type: "answered" }
  | { readonly type: "refused"; readonly as: RegExp; readonly status?: number }
  | { readonly type: "broken"; readonly as: RegExp }
  /** Refused or broken, depending on whether something was read before. */
  | { readonly type: "failed"; readonly as: RegExp };

/** One fault, with the model name that selects it. */
export interface Row {
  /** Its number in the list of faults, and issues of other projects about it. */
  readonly id: string;
  readonly model: string;
  readonly streamed: Expected;
  readonly whole: Expected;
  /** The fault is a timeout: of the first byte, or between two events. */
  readonly timeouts?: "short" | "idle";
  /** The provider waits before it responds. */
  readonly waits?: true;
}

const answered: Expected = { type: "answered" };
const refused = (as: RegExp, status?: number): Expected => ({
  type: "refused",
  as,
  ...(status === undefined ? {} : { status }),
});
const failed = (as: RegExp): Expected => ({ type: "failed", as });
const broken = (as: RegExp): Expected => ({ type: "broken", as });

/** How many events each provider sends before the first output. */
export const BEFORE: Readonly<Record<ClientDialect, number>> = {
  "openai-chat": 1,
  "openai-responses": 4,
  anthropic: 2,
  gemini: 0,
  "gemini-interactions": 3,
  ollama: 0,
  bedrock: 1,
};

/** After so many events, each provider has sent output and is not done. */
export const AFTER = 7;

const STATUSES = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 529];

/** All faults of a single response, for a provider of this dialect. */
export function rows(provider: ClientDialect): Row[] {
  return [
    ...early(provider),
    ...late(provider),
    ...binary(provider),
    ...timed(provider),
    ...odd(provider),
    ...harmless(provider),
  ];
}

/** Faults before the first output: the client gets a status. */
function early(provider: ClientDialect): Row[] {
  const before = BEFORE[provider];
  const invalid = refused(/^upstream_(?:invalid|truncated)$/, 502);
  return [
    ...STATUSES.map((status): Row => {
      const reported = refused(new RegExp(`^${status}$`));
      return { id: "F15", model: `fault-status-${status}`, streamed: reported, whole: reported };
    }),
    one("F14", "fault-refuse", refused(/^upstream_reset$/, 502)),
    {
      id: "F16 (bifrost #5395, envoy-ai #2697, litellm #38153)",
      model: `fault-inband@${before}`,
      streamed: refused(/./),
      whole: refused(errorIn200(provider)),
    },
    one("F17", "fault-html", refused(/^upstream_invalid$/, 502)),
    one("F17", "fault-empty", invalid),
    one("F17", "fault-204", invalid),
    { id: "F17", model: "fault-wrong-type", streamed: refused(/^upstream_invalid$/, 502), whole: answered },
    one("F17", "fault-bomb@1", refused(/^upstream_encoding$/, 502)),
    one("F17", "fault-huge-header", refused(/^upstream_/, 502)),
    one("F20 (portkey #1597, mlflow #25761)", "fault-redirect", refused(/^upstream_redirect$/, 502)),
    {
      id: "F21 before output",
      model: `fault-reset@${before}`,
      streamed: refused(/^upstream_reset$/, 502),
      whole: refused(/^upstream_reset$/, 502),
    },
    {
      id: "F22 before output",
      model: `fault-eof@${before}`,
      streamed: refused(/^upstream_truncated$/, 502),
      whole: refused(/^upstream_invalid$/, 502),
    },
    {
      id: "F32 before output",
      model: "fault-garbage@0",
      streamed: refused(/^upstream_(?:truncated|invalid)$/, 502),
      whole: refused(/^upstream_invalid$/, 502),
    },
  ];
}

// A body of Bedrock does not tell that it is an error.
function errorIn200(provider: ClientDialect): RegExp {
  return provider === "bedrock" ? /^upstream_invalid$/ : /^upstream_error$/;
}

/** Faults after the first output: the stream ends with an error of the client's dialect. */
function late(provider: ClientDialect): Row[] {
  return [
    {
      id: "F21 (litellm #33404, #29602; TRT-LLM #18289)",
      model: `fault-reset@${AFTER}`,
      streamed: broken(/^upstream_reset$/),
      whole: refused(/^upstream_reset$/, 502),
    },
    {
      id: "F22",
      model: `fault-eof@${AFTER}`,
      streamed: broken(/^upstream_truncated$/),
      whole: refused(/^upstream_invalid$/, 502),
    },
    { id: "F27", model: `fault-inband@${AFTER}`, streamed: failed(/./), whole: refused(errorIn200(provider)) },
    {
      id: "F32 (dstack #114)",
      model: `fault-garbage@${AFTER}`,
      streamed: failed(/^upstream_(?:truncated|invalid)$/),
      whole: refused(/^upstream_invalid$/, 502),
    },
  ];
}

/** Faults of the binary framing. */
function binary(provider: ClientDialect): Row[] {
  if (provider !== "bedrock") return [];
  const exceptions = ["throttling", "model-stream-error", "validation", "internal-server", "service-unavailable"];
  const damages = ["bad-crc", "bad-prelude", "bad-payload", "bad-length", "short-message"];
  return [
    ...exceptions.flatMap((name) => [
      { id: "F16", model: `fault-exception-${name}@1`, streamed: refused(/./), whole: answered },
      { id: "F27", model: `fault-exception-${name}@${AFTER}`, streamed: failed(/./), whole: answered },
    ]),
    { id: "F16", model: "fault-error-message@1", streamed: refused(/./), whole: answered },
    { id: "F27", model: `fault-error-message@${AFTER}`, streamed: failed(/./), whole: answered },
    ...damages.flatMap((name) => [
      { id: "F32", model: `fault-${name}@0`, streamed: refused(/^upstream_truncated$/, 502), whole: answered },
      { id: "F32", model: `fault-${name}@${AFTER}`, streamed: failed(/^upstream_truncated$/), whole: answered },
    ]),
  ];
}

function timed(provider: ClientDialect): Row[] {
  return [
    { ...one("F18", "fault-hang", refused(/^first_byte_timeout$/, 504)), timeouts: "short" },
    {
      id: "F18 after the first events",
      model: `fault-stall@${BEFORE[provider]}`,
      streamed: refused(/^first_byte_timeout$/, 504),
      whole: refused(/^(?:idle|first_byte)_timeout$/, 504),
      timeouts: "short",
    },
    {
      id: "F25 (opencode #16366, #29348; gpustack #4725)",
      model: `fault-stall@${AFTER}`,
      streamed: broken(/^idle_timeout$/),
      whole: refused(/^idle_timeout$/, 504),
      timeouts: "idle",
    },
  ];
}

/** Faults whose outcome depends on the provider's dialect. */
function odd(provider: ClientDialect): Row[] {
  return [
    { id: "F23", model: "fault-done-no-finish", streamed: failed(/^upstream_truncated$/), whole: answered },
    {
      id: "F23 (dstack #114)",
      model: "fault-no-done",
      // Its own clients wait for the final event.
      streamed: provider === "anthropic" ? broken(/^upstream_truncated$/) : answered,
      whole: answered,
    },
    {
      id: "F31 a NUL",
      model: "fault-nul",
      streamed: refused(/^upstream_(?:truncated|invalid)$/),
      whole: refused(/^upstream_invalid$/, 502),
    },
  ];
}

/** Unusual responses that are complete. */
function harmless(provider: ClientDialect): Row[] {
  return [
    ...["split", "lump"].map((name) => one("F29", `fault-${name}`, answered)),
    ...["crlf", "cr", "no-space", "comments", "fields", "no-end"].map((name) => one("F30", `fault-${name}`, answered)),
    {
      id: "F30",
      model: "fault-bom",
      // No byte may come before the first message of a binary stream.
      streamed: provider === "bedrock" ? refused(/^upstream_(?:truncated|invalid)$/, 502) : answered,
      whole: answered,
    },
    one("F33", "fault-bad-utf8", answered),
    one("F23", "fault-double-done", answered),
    // Only the end of the body ends a stream of Gemini.
    ...(provider === "gemini" ? [] : [one("F23", "fault-after-done", answered)]),
    // Dialects without a start event would repeat a part of the response.
    ...(BEFORE[provider] === 0 ? [] : [one("F16 a start that comes twice", "fault-double-start", answered)]),
    ...["usage-twice", "usage-early", "usage-never"].map((name) => one("F28", `fault-${name}`, answered)),
    one("F35", "fault-unknown", answered),
    { ...one("F18 slow, but not too slow", "fault-slow-head@5", answered), waits: true },
  ];
}

function one(id: string, model: string, both: Expected): Row {
  return { id, model, streamed: both, whole: both };
}

/** Whether time passes before the outcome. */
export function takesTime({ timeouts, waits }: Row): boolean {
  return timeouts !== undefined || waits === true;
}

/** Whether only a real transport rejects it. */
export function needsSockets({ model }: Row): boolean {
  return model === "fault-huge-header";
}

/** Faults that other tests cover: calls, retries, time, every byte, and very long lines. */
export const ELSEWHERE: RegExp =
  /^(?:flaky-\d+|drip|cut|giant|interleave|same-index|no-index|index-one|repeat-id|late-name|split-name|args-object|double-encoded|bad-arguments)$/;
