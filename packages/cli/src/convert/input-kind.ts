/** The values of `--what`; each is also the name of the dialect's codec for it. */
export type InputKind = (typeof INPUT_KINDS)[number];

export const INPUT_KINDS = ["tools", "choice", "calls", "results", "request", "response", "stream"] as const;
