/** Appends notes to a description. */
export function withDescriptionNotes(description: string | undefined, notes: readonly string[]): string | undefined {
  if (notes.length === 0) return description;
  const remark = `(${notes.length === 1 ? notes[0] : notes.join("; ")})`;
  return description === undefined || description === "" ? remark : `${description} ${remark}`;
}
