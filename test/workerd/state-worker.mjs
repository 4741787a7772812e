// Passes requests to Durable Objects on, so that the tests of stores can call them from outside: `/OBJECT/ACTION`.
import { ToolglotState as State } from "@toolglot/gateway/web";

const now = Date.now.bind(Date);
let shift = 0;
Date.now = () => now() + shift;

/** Also tells how many entries it really has: `/rows`; and lets time pass, in milliseconds: `/advance`. */
export class ToolglotState extends State {
  constructor(state) {
    super(state);
    this.sql = state.storage.sql;
  }

  async fetch(request) {
    if (request.url.endsWith("/advance")) {
      shift += Number(await request.text());
      return new Response("null");
    }
    if (!request.url.endsWith("/rows")) return super.fetch(request);
    return new Response(JSON.stringify(this.sql.exec("SELECT count(*) AS rows FROM entries").one().rows));
  }
}

export default {
  async fetch(request, env) {
    const [, name, action] = new URL(request.url).pathname.split("/");
    const object = env.STATE.get(env.STATE.idFromName(decodeURIComponent(name)));
    return object.fetch(`https://state/${action}`, { method: "POST", body: await request.text() });
  },
};
