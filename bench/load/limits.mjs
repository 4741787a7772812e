// Keys with limits, which are used for more than they may: all workers together keep to them.
import { Client, inHands } from "./client.mjs";
import { MAX_TOKENS, PAID_TOKENS } from "./dialects.mjs";
import { KEYS, LIMITS, OUTPUT_PRICE } from "./processes.mjs";

/** More requests per minute than a key may send: exactly those of its limit pass, and what is available again meanwhile. */
export async function floodRate({ gateway }) {
  const { key, max } = LIMITS.rpm;
  const sent = max * 3;
  const client = new Client(gateway.url, 32);
  const statuses = [];
  const began = performance.now();
  await inHands(32, sent, async (index) => {
    const turn = { dialect: "anthropic", model: "openai-chat/x", prompt: `mark-${index}-`, stream: false, key };
    statuses.push((await client.send(turn)).status);
  });
  const seconds = (performance.now() - began) / 1000;
  await client.close();
  const admitted = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  const most = max + Math.ceil((max * seconds) / 60);
  return {
    sent,
    admitted,
    refused,
    least: max,
    most,
    isKept: admitted >= max && admitted <= most && admitted + refused === sent,
  };
}

/** More requests at once than a key may have in flight: the provider never sees more of them, and so many at the end. */
export async function floodInFlight({ gateway, provider }) {
  const { key, max } = LIMITS.concurrency;
  const sent = max * 20;
  const client = new Client(gateway.url, max * 4);
  const tally = { admitted: 0, refused: 0, other: 0 };
  const ask = async (prompt) => {
    const { status } = await client.send({ dialect: "anthropic", model: "own/m", prompt, stream: false, key });
    const outcome = { 200: "admitted", 429: "refused" }[status] ?? "other";
    tally[outcome]++;
    return outcome;
  };
  await inHands(max * 4, sent, (index) => ask(`mark-${index}- in turn`));
  // A place is free soon after the response; then the provider keeps as many requests as there are places.
  const waiting = Array.from({ length: max }, async () => {
    while ((await ask("mark-0- in turn, until all are here")) === "refused");
  });
  while (tally.other === 0 && (await provider.ask({ type: "limited" })).waiting < max)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const oneMore = await ask("mark-0- in turn");
  await provider.ask({ type: "answer" });
  await Promise.all(waiting);
  await client.close();
  const { most } = await provider.ask({ type: "limited" });
  return { ...tally, max, most, isKept: most === max && oneMore === "refused" && tally.other === 0 };
}

/**
 * More requests than the budget of a key pays for, many at once. Each takes what it may cost at most before it is sent, and gives back what it
 * did not cost: so the key spends until there is less left than one request may cost, and not a cent more or less.
 */
export async function floodBudget({ gateway }) {
  const { key, max } = LIMITS.budget;
  const [cost, reserved] = [PAID_TOKENS, MAX_TOKENS].map((tokens) => (tokens * OUTPUT_PRICE) / 1e6);
  const wanted = Math.floor((max - reserved) / cost) + 1;
  const client = new Client(gateway.url, 32);
  const tally = { admitted: 0, refused: 0, other: 0 };
  const ask = async (index) => {
    const prompt = `mark-${index}- for money`;
    const { status } = await client.send({ dialect: "anthropic", model: "own/m", prompt, stream: false, key });
    const outcome = { 200: "admitted", 429: "refused" }[status] ?? "other";
    tally[outcome]++;
    return outcome;
  };
  await inHands(32, wanted * 2, ask);
  // What was refused because others were in flight has its turn; a response is settled soon after its end.
  for (let refusals = 0; refusals < 5; ) {
    if ((await ask(0)) !== "refused") refusals = 0;
    else {
      refusals++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await client.close();
  return {
    ...tally,
    max,
    wanted,
    spent: tally.admitted * cost,
    isKept: tally.admitted === wanted && tally.other === 0,
  };
}

/** What was counted of the keys, once all of it is written. */
export async function readUsage({ gateway }, wanted) {
  const client = new Client(gateway.url, 1);
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { rows } = JSON.parse(await client.get("/v1/usage?by=key", KEYS.admin));
    const counted = Object.fromEntries(rows.map(({ key, ...counts }) => [key, counts]));
    const isDone = Object.entries(wanted).every(([key, count]) => counted[key]?.requests >= count);
    if (isDone || Date.now() > deadline) {
      await client.close();
      return counted;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
