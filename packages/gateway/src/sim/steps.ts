/** What a provider does, one after the other; both drivers play it. */
export type Step =
  | { readonly type: "head"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "data"; readonly bytes: Uint8Array }
  | { readonly type: "wait"; readonly ms: number }
  /** The connection breaks. */
  | { readonly type: "reset" }
  /** Nothing more comes, and the connection stays. */
  | { readonly type: "stall" }
  | { readonly type: "end" };

export function textStep(text: string): Step {
  return { type: "data", bytes: encoder.encode(text) };
}

const encoder = new TextEncoder();
