/** A tool of a server, as that server calls it. */
export interface ServerTool {
  readonly server: string;
  readonly name: string;
}

/**
 * A name for each tool that no other has: its own, or where several servers have the same, with the server's name before
 * it. Which tool is meant is known from the list, never read out of the name.
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
