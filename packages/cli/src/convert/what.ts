/** What `--what` may say; each word is also what a dialect calls its codec for it. */
export type What = (typeof WHATS)[number];

export const WHATS = ["tools", "choice", "calls", "results", "request", "response", "stream"] as const;
