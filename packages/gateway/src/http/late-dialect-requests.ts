import { Late } from "../late.ts";
import type * as DialectRequests from "./dialect-requests.ts";

/** What handles requests of dialects. */
export const dialectRequests: Late<typeof DialectRequests> = new Late(() => import("./dialect-requests.ts"));
