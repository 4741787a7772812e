import type { ToolContent } from "../../core-worker/exchange/views.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { ChangeReason, LossReason } from "../messages/Reason.tsx";
import { ToolArguments } from "./ToolArguments.tsx";

/** One tool: both schemas, why they differ, and arguments to try. */
export function ToolDetail({ id, tool }: { readonly id: string; readonly tool: ToolContent }) {
  return (
    <div class="tool-detail">
      <div class="tool-schemas">
        <CodeBlock title="Client declared" text={tool.declared} other={tool.sent} />
        <CodeBlock title="Provider got" text={tool.sent} other={tool.declared} />
      </div>
      {tool.losses.length + tool.changes.length === 0 ? null : (
        <div class="tool-reasons">
          {tool.losses.map((loss) => (
            <LossReason key={loss.path + loss.code} loss={loss} />
          ))}
          {tool.changes.map((change) => (
            <ChangeReason key={change.path + change.rule} change={change} />
          ))}
        </div>
      )}
      <ToolArguments id={id} name={tool.name} />
    </div>
  );
}
