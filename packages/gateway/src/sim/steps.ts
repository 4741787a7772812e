/** One step of a provider's response. It is played without a network (`play-steps.ts`) or over HTTP (`server.ts`). */
export type SimStep =
  | { readonly type: "head"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "data"; readonly bytes: Uint8Array }
  | { readonly type: "wait"; readonly ms: number }
  /** The connection is reset. */
  | { readonly type: "reset" }
  /** Nothing more is sent, and the connection stays open. */
  | { readonly type: "stall" }
  | { readonly type: "end" };

export function textStep(text: string): SimStep {
  return { type: "data", bytes: encoder.encode(text) };
}

const encoder = new TextEncoder();
