import { Highlighted } from "./Highlighted.tsx";

interface Props {
  readonly title: string;
  readonly text: string;
  /** The other version of the text: lines that it does not have are marked. */
  readonly other?: string;
}

/** JSON of moderate length, with a title. */
export function CodeBlock({ title, text, other }: Props) {
  return (
    <figure class="code-block">
      <figcaption>{title}</figcaption>
      <pre tabIndex={text === "" ? undefined : 0}>
        <code>
          <Content text={text} other={other ?? ""} />
        </code>
      </pre>
    </figure>
  );
}

function Content({ text, other }: { readonly text: string; readonly other: string }) {
  if (text === "") return <span class="muted">–</span>;
  if (other === "") return <Highlighted text={text} />;
  const known = new Set(other.split("\n").map(meaningOf));
  return (
    <>
      {text.split("\n").map((line, index) => (
        <span key={index} class={known.has(meaningOf(line)) ? "code-line" : "code-line code-line-other"}>
          <Highlighted text={line} />
          {"\n"}
        </span>
      ))}
    </>
  );
}

/** A line without its place: what is nested deeper, or is not the last of its list, says the same. */
function meaningOf(line: string): string {
  return line.trim().replace(/,$/, "");
}
