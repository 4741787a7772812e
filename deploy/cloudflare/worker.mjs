// The gateway as a Cloudflare Worker: docs/deploy/workers.md.
import { createHandler, durableObjectStores, readConfig } from "@toolglot/gateway/web";

export { ToolglotState } from "@toolglot/gateway/web";

let handler;

export default {
  async fetch(request, env, context) {
    handler ??= await create(env);
    return handler(request, context);
  },
};

async function create(env) {
  const config = await readConfig(env.CONFIG, { name: "CONFIG", env });
  return createHandler({ config, ...durableObjectStores(env.STATE, config) });
}
