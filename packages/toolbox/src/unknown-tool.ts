import { nearest } from "@toolglot/core";
import type { RunnableTool } from "./tool.ts";

/** The message for a name that none of these tools has, with the nearest one. */
export function unknownToolMessage(name: string, tools: readonly RunnableTool[]): string {
  const meant = nearest(
    name,
    tools.map((tool) => tool.name),
  );
  return `there is no tool called ${JSON.stringify(name)}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}
