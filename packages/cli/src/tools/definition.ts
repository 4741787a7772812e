import type { RunnableTool } from "@toolglot/toolbox";

/** The complete definition of a tool. */
export function definitionOf({ run: _, ...definition }: RunnableTool): Omit<RunnableTool, "run"> {
  return definition;
}

/** Where a tool comes from. */
export function originText({ origin }: RunnableTool): string {
  switch (origin.type) {
    case "executable":
      return origin.path;
    case "mcp":
      return `mcp server ${origin.server}`;
    case "function":
      return "built in";
  }
}
