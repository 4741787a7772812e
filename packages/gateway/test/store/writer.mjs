// Puts responses into a store as fast as it can, and acknowledges each, until it is killed.
import { writeSync } from "node:fs";
import { FileStore } from "../../dist/store/file.js";

const [file, from = "0", size = "3000", maxEntries = "1000000"] = process.argv.slice(2);
const store = new FileStore({
  file,
  maxEntries: Number(maxEntries),
  maxBytes: 1e9,
  onTrouble: (trouble) => writeSync(2, `${trouble}\n`),
});
for (let number = Number(from); ; number++) {
  const id = `resp_${number}`;
  const response = { id, output: ["x".repeat((number * 7919) % Number(size))] };
  await store.put({ id, tenant: "ann", created: number, input: [], response });
  if (number % 3 === 0) await store.delete("ann", id);
  writeSync(1, `${number}\n`);
}
