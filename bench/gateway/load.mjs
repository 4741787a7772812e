// Requests on a number of connections, one after the other on each, and how long each took.
import { Pool } from "undici";
import { NUMBER_MARK } from "./fixtures.mjs";

/** Sends `count` requests and returns their times in milliseconds, and the requests per second. */
export async function load({ url, path, body, headers, connections, count }) {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const options = { path, method: "POST", headers: { "content-type": "application/json", ...headers } };
  const pieces = body.split(NUMBER_MARK);
  const times = [];
  const firsts = [];
  let bytes = 0;
  let left = count;
  const began = performance.now();
  const worker = async () => {
    while (left-- > 0) {
      const next = { ...options, body: pieces.join(numbered()) };
      const started = performance.now();
      const result = await one(pool, next);
      times.push(performance.now() - started);
      firsts.push(result.first - started);
      bytes += result.bytes;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  await pool.destroy();
  return {
    perSecond: count / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    first: quantile(firsts, 0.5),
    bytes,
  };
}

function one(pool, options) {
  return new Promise((resolve, reject) => {
    let first = 0;
    let bytes = 0;
    let status = 0;
    let said = "";
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_, code) {
        status = code;
      },
      onResponseData(_, chunk) {
        first ||= performance.now();
        bytes += chunk.length;
        if (status !== 200) said += chunk;
      },
      onResponseEnd() {
        if (status === 200) resolve({ first, bytes });
        else reject(new Error(`${options.path} answered ${status}: ${said.slice(0, 500)}`));
      },
      onResponseError: (_, error) => reject(error),
    });
  });
}

/** How many requests were sent in this process: no two of them are to have the same number. */
let sent = 0;

function numbered() {
  return String(++sent).padStart(NUMBER_MARK.length, "0");
}

/** Opens streams that stay open, and resolves when each has received data. */
export async function hold({ url, path, body, headers, count }) {
  const pool = new Pool(url, { connections: count, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const options = { path, method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const begun = Array.from({ length: count }, () => {
    return new Promise((resolve, reject) => {
      pool.dispatch(options, {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: () => resolve(),
        onResponseEnd: () => reject(new Error("a stream that was to stay open ended")),
        onResponseError: (_, error) => reject(error),
      });
    });
  });
  await Promise.all(begun);
  return () => pool.destroy();
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
