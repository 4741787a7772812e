import type { LossCode } from "./model/codes.ts";
import type { Json } from "./model/json.ts";
import type { Loss } from "./model/loss.ts";

/**
 * What was done about a loss and why, for people.
 *
 * @example
 * explainLoss({ code: "field", action: "dropped" }); // "left out: the target has no field for this value"
 */
export function explainLoss({ code, action, detail }: Pick<Loss, "code" | "action" | "detail">): string {
  const explanation = Object.hasOwn(LOSSES, code) ? LOSSES[code] : {};
  const text = explanation[action] ?? explanation.any ?? ACTIONS[action];
  return typeof text === "function" ? text(fieldsOf(detail)) : text;
}

type Text = string | ((detail: Readonly<Record<string, Json>>) => string);

/** Texts for each action; `any` is for those that have none of their own. */
type Explanation = Readonly<Partial<Record<Loss["action"] | "any", Text>>>;

const ACTIONS: Readonly<Record<Loss["action"], string>> = {
  dropped: "left out",
  described: "moved to the description",
  weakened: "sent in a weaker form",
  truncated: "cut to the maximum length",
};

const LOSSES: Readonly<Record<LossCode, Explanation>> = {
  keyword: { dropped: "left out: the target does not support it" },
  "json-text": { any: "sent as JSON text, which nothing checks" },
  recursion: {
    any: ({ cutAt }) => `recursion written out and cut${cutAt === undefined ? "" : ` at depth ${cutAt}`}`,
  },
  "one-of-to-any-of": { any: "sent as anyOf: more than one branch may match" },
  malformed: {
    dropped: "left out: not JSON Schema",
    weakened: ({ readAs }) => (readAs === undefined ? "repaired" : `not JSON Schema; read as ${readAs}`),
  },
  "undeclared-required": { any: ({ name }) => `no longer required: ${name ?? "what is not declared as a property"}` },
  "dangling-ref": { any: "left out: the target of the reference does not exist" },
  "cyclic-ref": { any: "left out: the reference is circular" },
  "lenient-required": { any: "fewer properties are required" },
  strict: { any: "strict mode not used: the schema does not fit it" },
  field: {
    any: "left out: the target has no field for this value",
    weakened: "sent in a weaker form: the target has no equal",
    truncated: "cut to what the target takes",
  },
  tool: { any: "tool left out: the target has no equivalent" },
  refused: { any: ({ reason }) => `tool left out: ${reason}` },
  part: { any: "left out: the target has no such content", described: "replaced by text" },
  media: { any: "replaced by text" },
  "result-media": { any: "moved from the result to the next message" },
  model: { any: "left out: the model does not accept it", weakened: "changed to a form that the model accepts" },
  unsupported: { dropped: "left out: the target cannot express it" },
  "system-message": { any: "moved: the target accepts it at the beginning or from the user only" },
  "foreign-reasoning": { any: "left out: the target accepts only its own reasoning" },
  "foreign-signature": { any: "left out: only the vendor that signed it can read it" },
  "missing-reasoning": { any: "switched off for this turn: the model requires reasoning that the client did not send" },
  "forced-choice": { any: "not forced: the target does not accept it here" },
  "allowed-tools": { any: "all tools may be called: the target has no such list" },
  "unknown-tool": { any: "left out: the target does not know this tool" },
  "choice-without-tools": { any: "left out: there are no tools to choose from" },
  grammar: { any: "moved to the description: the target has no grammars" },
  "orphan-result": { any: "replaced by text: there is no call with this id before it" },
  "duplicate-result": { any: "left out: the call already has a result" },
  "invalid-arguments": { any: "passed on unchanged: not a JSON object" },
  "truncated-call": { any: "left out: its arguments are truncated" },
  "duplicate-key": { any: "left out: the object has the key twice, and the last value counts" },
  "half-character": { any: "replaced by U+FFFD: half of a surrogate pair" },
  "invalid-utf-8": { any: "replaced by U+FFFD: not UTF-8" },
  "cache-marks": { any: "left out: the target takes fewer cache marks" },
  "stop-reason": { any: "replaced by the nearest reason that the target has" },
};

function fieldsOf(detail: Json | undefined): Readonly<Record<string, Json>> {
  return typeof detail === "object" && detail !== null ? (detail as Readonly<Record<string, Json>>) : {};
}
