import type { JsonObject } from "@toolglot/core";
import type { SimRequest, SimStorage } from "./dialects/dialect.ts";
import { RefusedRequest } from "./refused-request.ts";

/** How many responses are stored; the oldest are forgotten. */
const MOST = 1000;

/** The responses that a simulated provider has stored, for requests that read, delete or continue them. */
export class StoredResponses {
  private readonly kept = new Map<string, { readonly request: JsonObject; readonly response: JsonObject }>();

  /** The request with the conversation that it continues from. */
  continued(request: SimRequest, storage: SimStorage): SimRequest {
    const id = storage.previousId(request.body);
    if (id === undefined) return request;
    return { ...request, body: storage.continued(request.body, this.find(id)) };
  }

  put(request: JsonObject, response: JsonObject): void {
    this.kept.set(String(response.id), { request, response });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
  }

  get(id: string, { query }: SimRequest): JsonObject {
    const { request, response } = this.find(id);
    const { input = null } = request;
    return query.get("include_input") === "true" ? { ...response, input } : response;
  }

  delete(id: string): JsonObject {
    this.find(id);
    this.kept.delete(id);
    return {};
  }

  /** Whatever is stored has ended. */
  cancel(id: string): never {
    this.find(id);
    throw new RefusedRequest(`The interaction ${id} does not run in the background.`);
  }

  private find(id: string): { readonly request: JsonObject; readonly response: JsonObject } {
    const found = this.kept.get(id);
    if (found === undefined) throw new RefusedRequest(`The interaction ${id} was not found.`, { status: 404 });
    return found;
  }
}
