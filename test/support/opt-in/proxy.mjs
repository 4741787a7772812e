import { once } from "node:events";
import { request as ask, createServer } from "node:http";

/** A server of this process that hands everything to another and back as it is. */
export async function startProxy(target) {
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = ask(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", (error) => response.destroy(error));
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, port, close: () => server.close() };
}
