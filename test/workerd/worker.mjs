// The gateway as a worker: a handler, made when the first request comes.
import { createHandler, readConfig } from "@toolglot/gateway/web";

let handler;

export default {
  async fetch(request, env, context) {
    handler ??= createHandler({ config: await readConfig(env.CONFIG, { name: "CONFIG", env }) });
    return handler(request, context);
  },
};
