import type { ResponseStore, StoredResponse } from "../store.ts";
import { stringifyStored } from "../stored-json.ts";
import type { ObjectLink } from "./object-link.ts";
import type { PutHead } from "./state-object.ts";
import type { EntryLimits } from "./stored-entries.ts";

/** Stores responses in Durable Objects, one for each tenant. */
export class DurableObjectStore implements ResponseStore {
  private readonly link: ObjectLink;
  private readonly limits: EntryLimits;

  /** The limits are those of each tenant. */
  constructor(link: ObjectLink, limits: EntryLimits) {
    this.link = link;
    this.limits = limits;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    const [found] = await this.getAll(tenant, [id]);
    return found;
  }

  async getAll(tenant: string, ids: readonly string[]): Promise<(StoredResponse | undefined)[]> {
    const found = await this.link.call(tenant, "get", JSON.stringify(ids));
    // The object answers with what was put there.
    return (found as unknown as (StoredResponse | null)[]).map((each) => each ?? undefined);
  }

  async put(response: StoredResponse): Promise<void> {
    const head: PutHead = { id: response.id, limits: this.limits };
    const text = stringifyStored(response);
    await this.link.call(response.tenant, "put", `${JSON.stringify(head)}\n${text}`);
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    return (await this.link.call(tenant, "delete", JSON.stringify(id))) === true;
  }

  async close(): Promise<void> {}
}
