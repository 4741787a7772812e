// Fills a store beyond what its file may hold, and prints the outcome.
import { FileStore } from "../../dist/store/file.js";

const troubles = [];
const store = new FileStore({
  file: process.argv[2],
  maxEntries: 1000,
  maxBytes: 1e9,
  pace: 20,
  onTrouble: (trouble) => troubles.push(trouble),
});
const ids = Array.from({ length: 40 }, (_, index) => `resp_${index}`);
for (const id of ids) await store.put({ id, tenant: "", created: 1, input: ["x".repeat(1000)], response: { id } });
const found = await Promise.all(ids.map((id) => store.get("", id)));
console.log(JSON.stringify({ troubles, found: found.filter((answer) => answer !== undefined).length }));
