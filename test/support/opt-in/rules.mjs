import { parseJson } from "../../../packages/core/dist/index.js";
import { findRoute } from "../../../packages/gateway/dist/http/routes.js";
import { simRoute } from "../../../packages/gateway/dist/sim/routes.js";
import { importTypeScript } from "./typescript.mjs";

const { legality } = await importTypeScript("test/legal/index.ts");
const { legalityOf: gemini } = await importTypeScript("test/legal/gemini.ts");

/** What the gateway asked of a provider that the provider's rules forbid. */
export function requestViolations({ method, url, headers, body }) {
  const route = simRoute(method, url.split("?", 1)[0], { headers });
  if (route?.action !== "generate") return [];
  const model = /\/models\/([^/:]+):/.exec(url)?.[1];
  const { id } = route.dialect;
  const rules = model === undefined ? legality[id] : gemini(decodeURIComponent(model));
  return say(`${id} request`, rules.request(parseJson(body)));
}

/** What the gateway answered that the client's dialect forbids. */
export function answerViolations({ method, url, headers, status, type, text, whole }) {
  // The client has closed its connection.
  if (!whole) return [];
  const found = findRoute(method, url, headers);
  if (found.type !== "dialect") return [];
  const { dialect } = found.match.binding;
  const rules = legality[dialect];
  if (status >= 400) return say(`${dialect} error ${status}`, rules.error(status, parseJson(text)));
  if (found.match.action !== "generate") return [];
  // The frames of AWS's event streams are checked by the SDKs that read them.
  if (/amazon\.eventstream/.test(type)) return [];
  const streams = /event-stream|ndjson/.test(type);
  return say(`${dialect} answer`, streams ? rules.stream(text) : rules.response(parseJson(text)));
}

function say(what, violations) {
  return violations.map(({ path, rule, message }) => `${what}${path}: ${rule}, ${message}`);
}
