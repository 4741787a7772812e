import { lint, lintNames, type Refusal, type RunnableTool } from "@toolglot/toolbox";
import { originText } from "./definition.ts";

/** What looks suspicious in the definitions of tools: hidden instructions, and names that look like others. */
export function suspicions(tools: readonly RunnableTool[]): Refusal[] {
  const alike = lintNames(tools.map(({ name }) => name));
  return tools.flatMap((tool) =>
    [alike.get(tool.name) ?? [], lint(tool)]
      .flat()
      .map((reason): Refusal => ({ name: tool.name, where: originText(tool), reason, level: "warning" })),
  );
}
