import type { Json, JsonObject } from "@toolglot/core";
import type { Provider } from "../config/config.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { Hooks, Question } from "../exchange/exchange.ts";
import type { Shared } from "../gateway.ts";
import type { StoredResponse } from "../store/store.ts";
import { memoryOf } from "./history.ts";
import { referable } from "./item-references.ts";
import { STATEFUL } from "./items.ts";
import { withPrevious } from "./previous-response.ts";
import { AnswerTap } from "./response-capture.ts";
import { checkStateFields } from "./state-fields.ts";
import { remembers } from "./stores-responses.ts";

/** What to do with a question, and when it is answered. */
export type StateHooks = Hooks & { done?(): Promise<void> };

/** What to do with a question for what is stored: go on from an earlier answer, and keep the new one. */
export function stateHooks(shared: Shared, question: Question): StateHooks | Promise<StateHooks> {
  return question.match.surface.dialect === STATEFUL ? statefulHooks(shared, question) : STATELESS;
}

async function statefulHooks(shared: Shared, question: Question): Promise<StateHooks> {
  const { body, caller, streams } = question;
  checkStateFields(body);
  const memory = await memoryOf(shared.store, caller, body);
  const answer = new AnswerTap(streams);
  let sentTo: Destination | undefined;
  const named = { id: shared.makeId(), ...(memory.previous === undefined ? {} : { previous: memory.previous }) };
  return {
    // What a provider calls its answer may be said twice, or be guessed; one that comes back to it must be told its own.
    answer: ({ provider }) => (provider.dialect === STATEFUL ? undefined : named),
    prepare: (asked, destination) => {
      sentTo = destination;
      return memory.recall(asked, destination);
    },
    rewrite: ({ provider }) => {
      const { previous } = memory;
      if (previous === undefined || provider.dialect !== STATEFUL || remembers(provider)) return undefined;
      return (text) => withPrevious(text, previous, streams);
    },
    ...(body.store === false ? {} : { tap: (text: string) => answer.take(text) }),
    done: async () => {
      if (body.store !== false)
        await keep(shared, question, { response: answer.response(), input: memory.input, sentTo });
    },
  };
}

function makerOf(provider: Provider | undefined): Pick<StoredResponse, "provider" | "maker"> {
  if (provider?.dialect !== STATEFUL) return {};
  return { maker: provider.name, ...(remembers(provider) ? { provider: provider.name } : {}) };
}

const STATELESS: StateHooks = { prepare: (body) => ({ body, losses: [] }) };

interface Kept {
  readonly response: JsonObject | undefined;
  readonly input: readonly Json[];
  readonly sentTo: Destination | undefined;
}

async function keep(shared: Shared, { body, caller }: Question, { response, input, sentTo }: Kept): Promise<void> {
  if (response === undefined || typeof response.id !== "string") return;
  const previous = body.previous_response_id;
  const answer = {
    id: response.id,
    tenant: caller.tenant,
    created: Math.floor(shared.now() / 1000),
    input,
    response,
    ...(typeof previous === "string" ? { previous } : {}),
    ...makerOf(sentTo?.provider),
  };
  await Promise.all([answer, ...referable(answer)].map((each) => shared.store.put(each)));
}
