/** A text as one segment of a path. `encodeURIComponent` throws on a lone surrogate. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
