import type { Ledger } from "../ledger.ts";
import type { Dialect } from "../model/dialect.ts";
import type { ProfileName } from "../model/profile.ts";
import { Place } from "../place.ts";
import { type OnInvalid, Report } from "../report.ts";

/** The target that tools are encoded for. */
export interface ToolTarget {
  readonly dialect: Dialect;
  /** The dialects that the tools may come from. */
  readonly sources: readonly Dialect[];
  readonly profile: ProfileName;
  readonly variant: string | undefined;
  readonly onInvalid?: OnInvalid;
  /** Keep the names, even if the target does not accept them. */
  readonly keepNames?: boolean;
  /** Whether the target has a tool search; by default, whether its dialect has one. */
  readonly toolSearch?: boolean | undefined;
  /** The tools that the conversation has loaded, as `namespace:name`. */
  readonly loaded?: ReadonlySet<string> | undefined;
}

/** Where the losses and changes of encoding tools for a target are reported. */
export function reportFor({ onInvalid }: ToolTarget, ledger: Ledger): Report {
  return new Report(ledger, "from_canonical", Place.root, onInvalid);
}
