import { Highlighted } from "./Highlighted.tsx";

/** JSON of moderate length, with a title. */
export function CodeBlock({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure class="code-block">
      <figcaption>{title}</figcaption>
      <pre tabIndex={text === "" ? undefined : 0}>
        <code>{text === "" ? <span class="muted">–</span> : <Highlighted text={text} />}</code>
      </pre>
    </figure>
  );
}
