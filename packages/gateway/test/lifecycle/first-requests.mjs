// A gateway that has just begun to listen, and its first requests, all at once: what each was answered, in the order of the answers.
import { environmentConfig, serve } from "@toolglot/gateway/serve";

const requests = JSON.parse(process.argv[2]);
const { url, close } = await serve({ config: await environmentConfig(process.env), port: 0 });
const answers = [];
await Promise.all(requests.map(ask));
await close();
process.stdout.write(JSON.stringify(answers));

async function ask({ path, body, headers }) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers };
  const response = await fetch(`${url}${path}`, init);
  answers.push({ path, status: response.status, body: await response.json() });
}
