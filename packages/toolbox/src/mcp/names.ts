/** A tool of a server, by its original name. */
export interface ServerTool {
  readonly server: string;
  readonly name: string;
}

/**
 * Unique names for tools: their own, or prefixed with the server's name if several servers use the same. Calls are
 * resolved by the list, never by parsing the name.
 */
export function uniqueNames(tools: readonly ServerTool[], taken: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isFree = (name: string) => counts.get(name) === 1 && !taken.has(name);
  const used = new Set([...taken, ...tools.map(({ name }) => name).filter(isFree)]);
  return tools.map(({ server, name }) => (isFree(name) ? name : claim(`${namespace(server)}__${name}`, used)));
}

function namespace(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/g, "_");
}

function claim(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let number = 2; used.has(name); number++) name = `${wanted}_${number}`;
  used.add(name);
  return name;
}
