import { describe } from "vitest";
import { MemoryStore } from "../../src/store/memory.ts";
import { behavesAsAStore, boundsItsSize } from "./behaviour.ts";

describe("a store in memory", () => {
  behavesAsAStore(async (limits) => new MemoryStore(limits));
  boundsItsSize(async (limits) => new MemoryStore(limits));
});
