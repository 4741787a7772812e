// A network between a gateway and Redis: what Redis answers arrives later by as many milliseconds as the last message says.
// It is a process of its own, so that nothing but the delay is late. Its first message is its port.
import { connect, createServer } from "node:net";

const target = Number(process.argv[2]);
let delay = 0;

const server = createServer((client) => {
  const redis = connect(target, "127.0.0.1");
  for (const [socket, other] of [
    [client, redis],
    [redis, client],
  ]) {
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => other.destroy());
  }
  client.on("data", (bytes) => redis.write(bytes));
  // Timers of equal length end in their order; where the length has changed, answers must not overtake each other.
  let last = 0;
  redis.on("data", (bytes) => {
    const due = Math.max(last, performance.now() + delay);
    last = due;
    setTimeout(() => client.write(bytes), due - performance.now());
  });
});

server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", (message) => {
  delay = message.delay;
  process.send({ delay });
});
process.on("disconnect", () => process.exit());
