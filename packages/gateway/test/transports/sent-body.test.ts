import { Socket } from "node:net";
import { expect, it } from "vitest";
import { joinWrites } from "../../src/transports/node/joined-writes.ts";
import { textBody, writeTexts } from "../../src/transports/node/sent-body.ts";

it.each([
  { text: "ASCII", written: [["head ASCII", "latin1"]] },
  {
    text: "é",
    written: [
      ["head ", "latin1"],
      ["é", "utf8"],
    ],
  },
])("writes the head and $text together where one encoding fits both", ({ text, written }) => {
  const { socket, writes } = recordedSocket();
  const body = textBody(text);
  expect(body.length).toBe(Buffer.byteLength(text));
  socket.cork();
  socket.write("head ", "latin1");
  socket.write(body);
  socket.uncork();
  expect(writes).toEqual(written);
});

it("writes a body of bytes as it is", () => {
  const { socket, writes } = recordedSocket();
  const bytes = Buffer.from("bytes");
  socket.cork();
  socket.write("head", "latin1");
  socket.write(bytes);
  socket.uncork();
  expect(writes).toEqual([
    ["head", "latin1"],
    [bytes, "buffer"],
  ]);
});

it("writes a text once, and keeps it no longer", () => {
  const { socket, writes } = recordedSocket();
  const body = textBody("a long request");
  socket.write(body);
  expect(writes).toEqual([["a long request", "latin1"]]);
  expect(Object.values(body)).not.toContain("a long request");
});

/** A socket that nobody is connected to, and what it would send. */
function recordedSocket() {
  const writes: [unknown, string][] = [];
  const socket = new Socket();
  socket._write = (chunk, encoding, callback) => {
    writes.push([chunk, encoding]);
    callback();
  };
  socket._writev = (chunks, callback) => {
    for (const { chunk, encoding } of chunks) writes.push([chunk, encoding]);
    callback();
  };
  joinWrites(socket);
  writeTexts(socket);
  return { socket, writes };
}
