import { useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import type { TranslatedArguments } from "../../core-worker/exchange/views.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { useCore } from "../use-core.ts";

/** Arguments typed by hand, through `lower` and `lift`, as they are typed. */
export function ToolArguments({ id, name }: { readonly id: string; readonly name: string }) {
  const [text, setText] = useState("{}");
  const result = useCore(() => callCore("translateArguments", { id, name, text }), [id, name, text]);
  const problem = problemIn(result) ?? "";
  const translated = result === undefined || result instanceof Error || "problem" in result ? undefined : result;
  return (
    <section class="tool-arguments" aria-labelledby="arguments-title">
      <h2 id="arguments-title">
        Try arguments <small>both directions, as you type</small>
      </h2>
      <div class="tool-tries">
        <label>
          Arguments
          <textarea
            rows={6}
            spellcheck={false}
            value={text}
            aria-invalid={problem !== ""}
            aria-describedby="arguments-problem"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <CodeBlock title="lower: as the provider sees them" text={translated?.lowered ?? ""} />
        <CodeBlock title="lift: what a call with them means" text={translated?.liftedAsTyped ?? ""} />
      </div>
      <p id="arguments-problem" class="lost" role="status">
        {problem}
      </p>
      <RoundTrip text={text} lifted={translated?.lifted} />
    </section>
  );
}

function problemIn(result: TranslatedArguments | Error | undefined): string | undefined {
  if (result instanceof Error) return result.message;
  return result !== undefined && "problem" in result ? result.problem : undefined;
}

/** Law: what is lowered and lifted again is what it was. */
function RoundTrip({ text, lifted }: { readonly text: string; readonly lifted: string | undefined }) {
  if (lifted === undefined) return null;
  const isSame = lifted.replaceAll(/\s/g, "") === text.replaceAll(/\s/g, "");
  return (
    <p class="muted">
      {isSame ? "Lowered and lifted again, they are the same." : "Lowered and lifted again: "}
      {isSame ? null : <code>{lifted.replaceAll(/\s+/g, " ")}</code>}
    </p>
  );
}
