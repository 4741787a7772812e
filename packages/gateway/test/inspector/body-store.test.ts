import { describe, expect, it } from "vitest";
import { BodyStore, type StoredBytes } from "../../src/inspector/body-store.ts";
import { chunkedCopy, StreamBuffer, setOffsets, timesIn } from "../../src/inspector/stream-buffer.ts";

const KIB = 1024;

function textOf(stored: StoredBytes): string {
  return stored.view().toString();
}

describe("the memory of bodies", () => {
  it("has each body apart from the others", () => {
    const store = new BodyStore();
    const texts = Array.from({ length: 500 }, (_, index) => `body ${index} `.repeat(index));
    const kept = texts.map((text) => store.keepText(text));
    expect(kept.map(textOf)).toEqual(texts);
  });

  it("is used again when all bodies in it are gone, and not before", () => {
    const store = new BodyStore();
    const first = Array.from({ length: 16 }, () => store.keep(Buffer.alloc(64 * KIB, "a")));
    const others = Array.from({ length: 16 }, () => store.keep(Buffer.alloc(64 * KIB, "b")));
    for (const stored of first.slice(1)) store.release(stored);
    store.keepText("c");
    expect(textOf(first[0] as StoredBytes)).toBe("a".repeat(64 * KIB));
    store.release(first[0] as StoredBytes);
    const slabs = new Set(others.map(({ slab }) => slab));
    const later = Array.from({ length: 17 }, () => store.keep(Buffer.alloc(64 * KIB, "d")));
    expect(later.some(({ slab }) => slab === first[0]?.slab)).toBe(true);
    expect(later.some(({ slab }) => slabs.has(slab))).toBe(false);
    expect(others.every((stored) => textOf(stored) === "b".repeat(64 * KIB))).toBe(true);
  });

  it("is prepared for as many slabs as were missing before, and no more", () => {
    const store = new BodyStore();
    expect(store.prepare()).toBe(false);
    for (let index = 0; index < 40; index++) store.keep(Buffer.alloc(64 * KIB, "a"));
    const prepared = Array.from({ length: 10 }, () => store.prepare());
    expect(prepared.filter((isPrepared) => isPrepared)).toHaveLength(3);
  });

  it("does not copy large bytes that it takes over, and never writes to them", () => {
    const store = new BodyStore();
    const bytes = Buffer.alloc(512 * KIB, "x");
    const stored = store.adopt(bytes);
    expect(stored.view().buffer).toBe(bytes.buffer);
    stored.clear();
    store.release(stored);
    for (let index = 0; index < 40; index++) store.keep(Buffer.alloc(64 * KIB, "y"));
    expect(bytes.equals(Buffer.alloc(512 * KIB, "x"))).toBe(true);
  });

  it("overwrites what is cleared", () => {
    const store = new BodyStore();
    const stored = store.keepText("a-canary-key");
    stored.clear();
    expect(stored.slab.memory.includes("canary")).toBe(false);
  });
});

describe("the buffer of a stream", () => {
  it("has the offset and the time of each chunk, in whatever form it came", () => {
    const chunks = Array.from({ length: 400 }, (_, index) => {
      const text = `${index}: ${"ü😀a".repeat(index % 40)}\n`;
      return index % 7 === 0 ? Buffer.from(text) : text;
    });
    const stream = new StreamBuffer();
    for (const [index, chunk] of chunks.entries()) stream.add(chunk, index * 3);
    const view = stream.view();
    const { bytes, offsets } = chunkedCopy(view);
    expect(Buffer.from(bytes).toString()).toBe(chunks.join(""));
    const starts = chunks.map((_, index) => Buffer.byteLength(chunks.slice(0, index).join("")));
    expect([...offsets]).toEqual(starts);
    expect(timesIn(view.starts)).toEqual(chunks.map((_, index) => index * 3));
  });

  it("can be looked at while it grows", () => {
    const stream = new StreamBuffer();
    stream.add("ä", 1);
    expect([...chunkedCopy(stream.view()).offsets]).toEqual([0]);
    stream.add("b", 2);
    stream.add("ö", 3);
    stream.add("d", 4);
    expect([...chunkedCopy(stream.view()).offsets]).toEqual([0, 2, 3, 5]);
  });

  it("begins empty with the next stream", () => {
    const store = new BodyStore();
    const stream = store.takeStream();
    stream.add("first", 1);
    store.releaseStream(stream);
    const next = store.takeStream();
    expect(next).toBe(stream);
    next.add("2", 5);
    expect(Buffer.from(next.view().bytes).toString()).toBe("2");
    expect(timesIn(next.view().starts)).toEqual([5]);
  });

  it("keeps the times of chunks that have moved", () => {
    const stream = new StreamBuffer();
    for (const [index, text] of ["a", "b", "c"].entries()) stream.add(text, index);
    const { bytes, starts } = stream.view();
    setOffsets(starts, new Uint32Array([0, 7, 9]));
    expect([...chunkedCopy({ bytes, starts }).offsets]).toEqual([0, 7, 9]);
    expect(timesIn(starts)).toEqual([0, 1, 2]);
  });
});
