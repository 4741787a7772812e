import { type DetectKind, type DialectId, detectDialect, type Json } from "@toolglot/core";
import { UsageError } from "../failure.ts";
import type { FoundTools } from "./tools.ts";

/** The dialect of an input that is no list of tools, or a usage error. */
export function requireDialect(input: Json, what: Exclude<DetectKind, "tools">): DialectId {
  const found = detectDialect(input, { what });
  if (found !== undefined) return found.dialect;
  throw new UsageError(`--from is required: the dialect of this ${NAMES[what] ?? what} cannot be detected`);
}

/** The dialect of tools, or a usage error if there is none or several. */
export function requireToolDialect({ tools, locate }: FoundTools): DialectId {
  const field = locate("").split("/").at(-1) ?? "";
  const whole = detectDialect(tools, { what: "tools", field });
  if (whole !== undefined) return whole.dialect;
  const seen = new Map<DialectId, number>();
  for (const [index, tool] of (Array.isArray(tools) ? (tools as readonly Json[]) : []).entries()) {
    const found = detectDialect(tool, { what: "tools", field });
    if (found !== undefined && !seen.has(found.dialect)) seen.set(found.dialect, index);
  }
  const [first, second] = seen;
  if (first === undefined || second === undefined)
    throw new UsageError("--from is required: the dialect of the input cannot be detected");
  const looks = [first, second].map(([dialect, index]) => `${locate(`/${index}`)} looks like ${dialect}`);
  throw new UsageError(`--from is required: the input is ambiguous: ${looks.join(", ")}`);
}

/** What a kind is called in messages, where that is not its own name. */
const NAMES: Readonly<Partial<Record<DetectKind, string>>> = { calls: "call", results: "result" };
