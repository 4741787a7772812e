import type { Dialect } from "../model/dialect.ts";
import type { ToolFields } from "../model/tool.ts";

/** A target, and the dialects that its tools may come from. */
export interface TargetWithSources {
  readonly dialect: Dialect;
  readonly sources: readonly Dialect[];
}

/** The dialect that a tool was decoded from. */
export function sourceDialect({ origin }: ToolFields, { sources }: TargetWithSources): Dialect | undefined {
  for (const source of sources) if (source.id === origin?.dialect) return source;
  return undefined;
}
