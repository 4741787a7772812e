// Real MCP servers: what each must list, and a call with what must be in the answer.
import { join } from "node:path";

/** The servers, for a folder that they may use. */
export function servers(modules, folder) {
  const entry = (name) => join(modules, "@modelcontextprotocol", `server-${name}`, "dist/index.js");
  const server = (name, args = [], env = {}) => ({ command: process.execPath, args: [entry(name), ...args], env });
  return {
    filesystem: server("filesystem", [folder]),
    everything: server("everything"),
    memory: server("memory", [], { MEMORY_FILE_PATH: join(folder, "memory.jsonl") }),
    thinking: server("sequential-thinking"),
  };
}

/** Calls, each with what its outcome must hold. */
export function calls(folder) {
  const note = join(folder, "note.txt");
  return [
    ["write_file", { path: note, content: "grüße" }, (outcome) => outcome.success],
    ["read_text_file", { path: note }, ({ result }) => result.content === "grüße"],
    ["read_text_file", { path: "/etc/passwd" }, ({ success, error }) => !success && error.includes("denied")],
    ["echo", { message: "hello" }, ({ result }) => result === "Echo: hello"],
    ["get-sum", { a: 2, b: 3 }, ({ result }) => result.includes("5")],
    ["get-tiny-image", {}, ({ content }) => content.some(({ type, data }) => type === "image" && data.length > 1000)],
    ["get-structured-content", { location: "Chicago" }, ({ result }) => typeof result.temperature === "number"],
    [
      "get-resource-links",
      { count: 3 },
      ({ content }) => content.filter(({ type }) => type === "resource_link").length === 3,
    ],
    [
      "get-resource-reference",
      { resourceType: "Blob", resourceId: 1 },
      ({ content }) => content.some(({ resource }) => resource?.blob !== undefined),
    ],
    ["trigger-long-running-operation", { duration: 1, steps: 4 }, ({ success }, told) => success && told.length >= 3],
    [
      "create_entities",
      { entities: [{ name: "Ada", entityType: "person", observations: ["wrote programs"] }] },
      (outcome) => outcome.success,
    ],
    ["search_nodes", { query: "programs" }, ({ result }) => result.entities[0].name === "Ada"],
    [
      "sequentialthinking",
      { thought: "first", thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true },
      ({ result }) => result.totalThoughts === 2,
    ],
  ];
}
