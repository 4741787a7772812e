/** One thing that was looked at, and how it is. */
export interface Finding {
  readonly what: string;
  readonly state: FindingState;
  readonly detail: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** All is well, or there is something to know, or something to mend. */
export type FindingState = "ok" | "note" | "failed";

export function ok(what: string, detail: string): Finding {
  return { what, state: "ok", detail };
}

export function note(what: string, detail: string, fix?: string): Finding {
  return { what, state: "note", detail, ...(fix === undefined ? {} : { fix }) };
}

export function failed(what: string, detail: string, fix: string): Finding {
  return { what, state: "failed", detail, fix };
}
