const TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\b\d[\d.eE+-]*\b|\btrue\b|\bfalse\b|\bnull\b)|([\w$]+)(?=:)/g;

/** One line of JSON in colours. A text that is none looks like one that has no colours. */
export function Highlighted({ text }: { readonly text: string }) {
  const parts: (string | { readonly kind: string; readonly text: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, quoted, colon, , key] = match;
    parts.push(text.slice(end, match.index));
    const isKey = colon !== undefined || key !== undefined;
    const valueKind = quoted === undefined ? "literal" : "string";
    const kind = isKey ? "key" : valueKind;
    parts.push({ kind, text: whole });
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return (
    <>
      {parts.map((part, index) => {
        if (typeof part === "string") return part;
        return (
          <span key={index} class={`json-${part.kind}`}>
            {part.text}
          </span>
        );
      })}
    </>
  );
}
