import type { Difference } from "../conversations/difference.ts";
import type { DialectName } from "./dialects.ts";

type ReportEntries = readonly { readonly path: string }[];

/** A difference that is no loss, with the reason. */
interface ExpectedDifference {
  readonly from: readonly DialectName[];
  readonly path: RegExp;
  /** A path that the translation back reports, if the difference comes from there. */
  readonly reportedOnReturn?: RegExp;
  readonly reason: string;
}

const EXPECTED_DIFFERENCES: readonly ExpectedDifference[] = [
  {
    from: ["openai-chat", "openai-responses", "anthropic", "openrouter", "bedrock"],
    path: /^\/(response_format|text\/format|output_config\/format|outputConfig\/textFormat)/,
    reportedOnReturn: /[fF]ormat|responseJsonSchema|responseSchema/,
    reason: "on the way back the schema of the answer is lowered a second time, and told there",
  },
  {
    from: ["anthropic"],
    path: /^\/tool_choice\/disable_parallel_tool_use$/,
    reportedOnReturn: /^\/parallel_tool_calls$/,
    reason: "to allow parallel calls is the default, which is told on the way back",
  },
  {
    from: ["openai-chat", "openai-responses"],
    path: /^\/tool_choice/,
    reason: "to be held to one tool of several is to be held to that tool",
  },
];

/** Whether a difference of a request that came back is one of those. */
export function isExpectedDifference(
  { path, sent, back }: Difference,
  [from]: readonly [DialectName, DialectName],
  reported: ReportEntries,
): boolean {
  return EXPECTED_DIFFERENCES.some((expected) => {
    const { reportedOnReturn: toldBack } = expected;
    if (!expected.from.includes(from) || !expected.path.test(path)) return false;
    if (toldBack === undefined) return isOneOfOne(sent, back);
    return reported.some((entry) => toldBack.test(entry.path));
  });
}

function isOneOfOne(sent: unknown, back: unknown): boolean {
  return (
    sent === "allowed_tools" || sent === "required" || (Array.isArray(sent) && sent.length === 1 && back === undefined)
  );
}
