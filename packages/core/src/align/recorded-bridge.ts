import { createBridge, dialectNamed } from "../api.ts";
import type { Bridge } from "../conversation/bridge-types.ts";
import { findDialect } from "../dialects/index.ts";
import type { DialectName } from "../dialects/names.ts";
import type { Dialect } from "../model/dialect.ts";
import type { CanonicalRequest } from "../model/request.ts";
import type { CanonicalResponse } from "../model/response.ts";
import { after } from "../steps.ts";
import type { AlignOptions } from "./alignment.ts";

/** The canonical values that a translation passed through. */
export interface Canonical<T> {
  /** As it was decoded from the source. */
  decoded?: T;
  /** As it was handed to the target's encoder. Its nodes still know their places in the source. */
  encoded?: T;
}

/** A bridge, and the canonical values of its last translations. */
export interface RecordedBridge {
  readonly bridge: Bridge;
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly request: Canonical<CanonicalRequest>;
  readonly response: Canonical<CanonicalResponse>;
}

/** Makes a bridge whose codecs remember what they were given. */
export function createRecordedBridge({
  from,
  to,
  profile,
  model,
  providerName,
  address,
}: AlignOptions): RecordedBridge {
  const [client, provider] = [dialectOf(from), dialectOf(to)];
  const record = { request: {}, response: {} };
  const recordedClient = withRecordedCodecs(client, record);
  const bridge = createBridge({
    client: recordedClient,
    // A bridge within one dialect is given the same value twice.
    provider: client === provider ? recordedClient : withRecordedCodecs(provider, record),
    ...(profile === undefined ? {} : { profile }),
    ...(model === undefined ? {} : { providerModel: model }),
    ...(providerName === undefined ? {} : { providerName }),
    ...(address === undefined ? {} : { address }),
  });
  // Dialects by name have no wire types of their own here.
  return { bridge: bridge as unknown as Bridge, client, provider, ...record };
}

/** The dialect of this name, or an error that suggests the nearest. */
export function dialectOf(name: DialectName): Dialect {
  return findDialect(dialectNamed(name)) as Dialect;
}

function withRecordedCodecs(dialect: Dialect, record: Pick<RecordedBridge, "request" | "response">): Dialect {
  const { request, response } = dialect;
  return {
    ...dialect,
    request: {
      decode(wire, report) {
        return after(request.decode(wire, report), (decoded) => {
          record.request.decoded = decoded;
          return decoded;
        });
      },
      encode(canonical, report) {
        record.request.encoded = canonical;
        return request.encode(canonical, report);
      },
    },
    response: {
      decode(wire, report) {
        record.response.decoded = response.decode(wire, report);
        return record.response.decoded;
      },
      encode(canonical, report, context) {
        record.response.encoded = canonical;
        return response.encode(canonical, report, context);
      },
    },
  };
}
