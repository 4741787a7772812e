/**
 * The simulated provider writes every call as that of a plain function. OpenAI writes a search for tools as an item of its own,
 * and names the namespace of a function that stands in one; this makes the one of the other. `frames` are those of a Responses
 * stream, `body` the request.
 */
export function asOpenAi(frames, body) {
  const spaces = namespacesIn(JSON.parse(body));
  const events = frames.map((frame) => JSON.parse(/^data: (.*)$/m.exec(frame)[1]));
  const searches = new Set(events.flatMap(({ item }) => (isSearch(item) ? [item.id] : [])));
  return events
    .filter(({ type, item_id }) => !(searches.has(item_id) && type.startsWith("response.function_call_arguments")))
    .map((event, sequence_number) => write({ ...rewritten(event, spaces), sequence_number }));
}

function rewritten(event, spaces) {
  const { item, response } = event;
  if (item !== undefined) return { ...event, item: itemOf(item, spaces) };
  if (response === undefined) return event;
  return { ...event, response: { ...response, output: response.output.map((each) => itemOf(each, spaces)) } };
}

function itemOf(item, spaces) {
  if (isSearch(item)) {
    const { id, status, call_id, arguments: text } = item;
    const rest = { status, call_id, execution: "client", arguments: text === "" ? {} : JSON.parse(text) };
    return { id: id.replace("fc_", "tsc_"), type: "tool_search_call", ...rest };
  }
  const namespace = spaces.get(item.name);
  return namespace === undefined ? item : { ...item, namespace };
}

function isSearch(item) {
  return item?.type === "function_call" && item.name === "tool_search";
}

function namespacesIn({ tools = [], input = [] }) {
  const lists = [tools, ...(Array.isArray(input) ? input.map(({ tools: found }) => found ?? []) : [])];
  const spaces = lists.flat().filter(({ type }) => type === "namespace");
  return new Map(spaces.flatMap(({ name, tools: inner }) => inner.map((tool) => [tool.name, name])));
}

function write(event) {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
