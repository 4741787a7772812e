import { ConversionError } from "../model/error.ts";
import type { ToolFields } from "../model/tool.ts";
import type { LoweredTool } from "./lower-one.ts";

/** The name of a tool in the source. */
export interface SourceName {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Finds translated tools by their names in the target and in the source. */
export class ToolLookup {
  private readonly byTarget: ReadonlyMap<string, LoweredTool | undefined>;
  private readonly byName: ReadonlyMap<string, LoweredTool | undefined>;
  private readonly tools: readonly LoweredTool[];
  private readonly adapter: string;

  constructor(tools: readonly LoweredTool[], adapter: string) {
    this.tools = tools;
    this.adapter = adapter;
    this.byTarget = index(tools, ({ draft }) => namesIn(draft.name, draft.tool));
    this.byName = index(tools, ({ draft }) => namesIn(draft.tool.name, draft.tool));
  }

  /** The tool that a model calls by this name, or by `namespace:name`. */
  byTargetName(name: string): LoweredTool | undefined {
    return this.find(name, this.byTarget.has(name) ? this.byTarget : this.byName);
  }

  /** The tool with this name in the source. */
  bySourceName(name: string): LoweredTool | undefined {
    return this.byName.get(name) ?? this.find(name, this.byName.has(name) ? this.byName : this.byTarget);
  }

  /** The tool that a model calls: by namespace and name, or by a name without namespace that is unambiguous. */
  findTarget({ name, namespace }: SourceName): LoweredTool | undefined {
    return (
      findIn(name, namespace, this.byTarget) ??
      (this.byTarget.has(name) ? undefined : findIn(name, namespace, this.byName))
    );
  }

  /** The tool that a call in the source names. */
  findSource({ name, namespace }: SourceName): LoweredTool | undefined {
    return (
      findIn(name, namespace, this.byName) ??
      (this.byName.has(name) ? undefined : findIn(name, namespace, this.byTarget))
    );
  }

  /** The function that replaces a vendor's client tool of this type. */
  builtIn(type: string): LoweredTool | undefined {
    return this.tools.find(({ draft: { tool } }) => tool.type === "function" && tool.builtIn === type);
  }

  /** Name in the target → name in the source. */
  names(): ReadonlyMap<string, SourceName> {
    return new Map(this.tools.map(({ draft }) => [this.shortest(draft.name, draft.tool), sourceName(draft.tool)]));
  }

  private shortest(name: string, tool: ToolFields): string {
    return this.byTarget.get(name) === undefined ? `${tool.namespace}:${name}` : name;
  }

  // A guess could apply the lens of one tool to the arguments of another.
  private find(name: string, found: ReadonlyMap<string, LoweredTool | undefined>): LoweredTool | undefined {
    const tool = found.get(name);
    if (tool !== undefined || !found.has(name)) return tool;
    const cause = `several namespaces have a tool ${name}; say namespace:${name}`;
    throw new ConversionError({
      adapter: this.adapter,
      direction: "from_canonical",
      path: "",
      code: "ambiguous-name",
      cause,
    });
  }
}

// A call of a function that a tool search has loaded repeats its name as its namespace.
function findIn(
  name: string,
  namespace: string | undefined,
  found: ReadonlyMap<string, LoweredTool | undefined>,
): LoweredTool | undefined {
  if (namespace === undefined) return found.get(name);
  const plain = found.get(name);
  return found.get(`${namespace}:${name}`) ?? (plain?.draft.tool.namespace === undefined ? plain : undefined);
}

/** Name → tool; `undefined` where several tools have the name. */
function index(
  tools: readonly LoweredTool[],
  namesOf: (tool: LoweredTool) => string[],
): Map<string, LoweredTool | undefined> {
  const found = new Map<string, LoweredTool | undefined>();
  for (const tool of tools) for (const name of namesOf(tool)) found.set(name, found.has(name) ? undefined : tool);
  return found;
}

function namesIn(name: string, { namespace }: ToolFields): string[] {
  return namespace === undefined ? [name] : [name, `${namespace}:${name}`];
}

function sourceName({ name, namespace }: ToolFields): SourceName {
  return namespace === undefined ? { name } : { name, namespace };
}
