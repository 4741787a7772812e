/** The tool of that name in a request, with or without a namespace before it, however the dialect writes it. */
export function offered(body, name) {
  const full = new RegExp(`^(?:\\w+_)?${name}$`);
  return toolsIn(body).find((tool) => full.test(tool.name));
}

function toolsIn(body) {
  const { tools = [], input } = body === "" ? {} : JSON.parse(body);
  const later = Array.isArray(input) ? input.flatMap(({ tools: found }) => found ?? []) : [];
  return [...tools, ...later].flatMap(flat);
}

function flat(tool) {
  const inner = tool.functionDeclarations ?? (tool.type === "namespace" ? tool.tools : undefined);
  if (inner !== undefined) return inner.flatMap(flat);
  const { type = "function", name = type } = { ...tool, ...tool.function, ...tool.custom };
  return [{ name, type: tool.type === "custom" ? "custom" : type }];
}
