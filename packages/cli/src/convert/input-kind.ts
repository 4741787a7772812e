/** What `--what` may say; each word is also what a dialect calls its codec for it. */
export type InputKind = (typeof INPUT_KINDS)[number];

export const INPUT_KINDS = ["tools", "choice", "calls", "results", "request", "response", "stream"] as const;
