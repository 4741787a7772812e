// Puts answers into a store as fast as it can, and tells of each that it is safe, until it is killed.
import { writeSync } from "node:fs";
import { FileStore } from "../../dist/store/file.js";

const [file, from = "0"] = process.argv.slice(2);
const store = new FileStore({
  file,
  maxEntries: 1e6,
  maxBytes: 1e9,
  onTrouble: (trouble) => writeSync(2, `${trouble}\n`),
});
for (let number = Number(from); ; number++) {
  const id = `resp_${number}`;
  const response = { id, output: ["x".repeat((number * 7919) % 3000)] };
  await store.put({ id, tenant: "ann", created: number, input: [], response });
  if (number % 3 === 0) await store.delete("ann", id);
  writeSync(1, `${number}\n`);
}
