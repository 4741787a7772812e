// Changes code by the places that were found in it.

/** The code with other texts in some places, none of which overlap. */
export function edited(code, edits) {
  const parts = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    parts.push(code.slice(at, start), text);
    at = end;
  }
  return parts.join("") + code.slice(at);
}
