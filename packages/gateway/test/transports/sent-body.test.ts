import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { joinWrites } from "../../src/transports/node/joined-writes.ts";
import { ProviderConnections } from "../../src/transports/node/provider-connections.ts";
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

it("encodes long texts at once that follow one with other characters, until one is ASCII again", () => {
  const { socket, writes } = recordedSocket();
  const long = "é—😀 ".repeat(1000);
  const ascii = "e - : ".repeat(1000);
  textBody("the text before");
  const bodies = [ascii, long, long, ascii, ascii].map(textBody);
  expect(bodies.map(({ length }) => length)).toEqual([6000, 10_000, 10_000, 6000, 6000]);
  for (const body of bodies) socket.write(body);
  const texts = writes.map(([chunk, encoding]) => (encoding === "buffer" ? String(chunk) : chunk));
  expect(texts).toEqual([ascii, long, long, ascii, ascii]);
  expect(writes.map(([, encoding]) => encoding)).toEqual(["latin1", "utf8", "buffer", "buffer", "latin1"]);
});

it("writes a text once, and keeps it no longer", () => {
  const { socket, writes } = recordedSocket();
  const body = textBody("a long request");
  socket.write(body);
  expect(writes).toEqual([["a long request", "latin1"]]);
  expect(Object.values(body)).not.toContain("a long request");
});

it.each(["a long request", ""])("does not write the text %j a second time", (text) => {
  const { socket, writes } = recordedSocket();
  const body = textBody(text);
  socket.write(body);
  expect(() => socket.write(body)).toThrow("written twice");
  expect(writes).toHaveLength(1);
});

it("ends a request at once whose body was written before, and leaves the connection usable", async () => {
  const server = createServer((request, response) => request.pipe(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connections = new ProviderConnections(1000);
  afterTest(async () => {
    await connections.close();
    server.close();
  });
  const { client } = connections.take(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = (body: Uint8Array) =>
    new Promise<string>((resolve, reject) => {
      let text = "";
      client.dispatch(
        { path: "/", method: "POST", body },
        {
          onRequestStart: () => {},
          onResponseData: (_, chunk) => {
            text += chunk;
          },
          onResponseEnd: () => resolve(text),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
  const body = textBody("a request");
  expect(await send(body)).toBe("a request");
  await expect(send(body)).rejects.toThrow("written twice");
  expect(await send(textBody("another"))).toBe("another");
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
