import type { ToolContent } from "../../core-worker/exchange/views.ts";
import { plural } from "../../ui/format.ts";

interface Props {
  readonly tools: readonly ToolContent[];
  readonly current: string;
  readonly onChoose: (name: string) => void;
}

/** The names of the tools, and what became of each. */
export function ToolList({ tools, current, onChoose }: Props) {
  return (
    <ul class="tool-list" aria-label="Tools">
      {tools.map((tool) => (
        <li key={tool.name}>
          <button type="button" aria-pressed={tool.name === current} onClick={() => onChoose(tool.name)}>
            <span class="clip">{tool.name}</span>
            <Outcome tool={tool} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ tool: { state, losses, changes } }: { readonly tool: ToolContent }) {
  if (losses.length > 0 || state === "lost")
    return <span class="lost">{plural(Math.max(1, losses.length), "loss")}</span>;
  if (changes.length > 0) return <span class="changed">{plural(changes.length, "change")}</span>;
  return <span class="muted">{state}</span>;
}
