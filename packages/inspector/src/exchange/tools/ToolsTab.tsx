import type { ExchangeDetail } from "@toolglot/gateway";
import { useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import { useCore } from "../use-core.ts";
import { Waiting } from "../Waiting.tsx";
import { ToolDetail } from "./ToolDetail.tsx";
import { ToolList } from "./ToolList.tsx";

/** Each tool as the client declared it and as the provider got it, with its arguments in both schemas. */
export function ToolsTab({ detail }: { readonly detail: ExchangeDetail }) {
  const { id } = detail.summary;
  const [chosen, setChosen] = useState<string>();
  const tools = useCore(() => callCore("listTools", { id }), [id]);
  if (tools === undefined || tools instanceof Error) return <Waiting problem={tools} />;
  const tool = tools.find(({ name }) => name === chosen) ?? tools[0];
  if (tool === undefined) return <p class="hint">This request declares no tools, or its bodies were not kept.</p>;
  return (
    <div class="tools">
      <ToolList tools={tools} current={tool.name} onChoose={setChosen} />
      <ToolDetail key={tool.name} id={id} tool={tool} />
    </div>
  );
}
