import { ConversionError } from "../model/error.ts";
import type { ToolFields } from "../model/tool.ts";
import type { WrittenTool } from "./write.ts";

/** What a tool is called in the source. */
export interface SourceName {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Finds the tools of a translation by the target's names, and by the source's. */
export class ToolLookup {
  private readonly bySent: ReadonlyMap<string, WrittenTool | undefined>;
  private readonly byName: ReadonlyMap<string, WrittenTool | undefined>;
  private readonly tools: readonly WrittenTool[];
  private readonly adapter: string;

  constructor(tools: readonly WrittenTool[], adapter: string) {
    this.tools = tools;
    this.adapter = adapter;
    this.bySent = index(tools, ({ draft }) => words(draft.name, draft.tool));
    this.byName = index(tools, ({ draft }) => words(draft.tool.name, draft.tool));
  }

  /** The tool that a model calls by this name, or by `namespace:name`. */
  byTargetName(name: string): WrittenTool | undefined {
    return this.find(name, this.bySent.has(name) ? this.bySent : this.byName);
  }

  /** The tool that the source calls so. */
  bySourceName(name: string): WrittenTool | undefined {
    return this.byName.get(name) ?? this.find(name, this.byName.has(name) ? this.byName : this.bySent);
  }

  /** The tool that a model's call means: by its full name, or by its name alone where it has no namespace, or no other has it. */
  findTarget({ name, namespace }: SourceName): WrittenTool | undefined {
    return (
      meant(name, namespace, this.bySent) ?? (this.bySent.has(name) ? undefined : meant(name, namespace, this.byName))
    );
  }

  /** The tool that a call of the source's means. */
  findSource({ name, namespace }: SourceName): WrittenTool | undefined {
    return (
      meant(name, namespace, this.byName) ?? (this.byName.has(name) ? undefined : meant(name, namespace, this.bySent))
    );
  }

  /** The function that stands for a vendor's own tool of this type. */
  builtIn(type: string): WrittenTool | undefined {
    return this.tools.find(({ draft: { tool } }) => tool.type === "function" && tool.builtIn === type);
  }

  /** The target's name of each tool → what it is called in the source. */
  names(): ReadonlyMap<string, SourceName> {
    return new Map(this.tools.map(({ draft }) => [this.shortest(draft.name, draft.tool), sourceName(draft.tool)]));
  }

  private shortest(name: string, tool: ToolFields): string {
    return this.bySent.get(name) === undefined ? `${tool.namespace}:${name}` : name;
  }

  // To guess between two tools would be to put one's arguments through the other's lens.
  private find(name: string, found: ReadonlyMap<string, WrittenTool | undefined>): WrittenTool | undefined {
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

// Where a search has loaded a plain function, calls of it say its name as a namespace as well.
function meant(
  name: string,
  namespace: string | undefined,
  found: ReadonlyMap<string, WrittenTool | undefined>,
): WrittenTool | undefined {
  if (namespace === undefined) return found.get(name);
  const plain = found.get(name);
  return found.get(`${namespace}:${name}`) ?? (plain?.draft.tool.namespace === undefined ? plain : undefined);
}

/** Word → tool; `undefined` where several tools answer to the word. */
function index(
  tools: readonly WrittenTool[],
  wordsOf: (tool: WrittenTool) => string[],
): Map<string, WrittenTool | undefined> {
  const found = new Map<string, WrittenTool | undefined>();
  for (const tool of tools) for (const word of wordsOf(tool)) found.set(word, found.has(word) ? undefined : tool);
  return found;
}

function words(name: string, { namespace }: ToolFields): string[] {
  return namespace === undefined ? [name] : [name, `${namespace}:${name}`];
}

function sourceName({ name, namespace }: ToolFields): SourceName {
  return namespace === undefined ? { name } : { name, namespace };
}
