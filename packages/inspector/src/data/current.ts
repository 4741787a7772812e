import { embeddedSource } from "./embedded-source.ts";
import { httpSource } from "./http-source.ts";
import type { ExchangeSource } from "./source.ts";

/** The source of this page. */
export const source: ExchangeSource = embeddedSource() ?? httpSource;
