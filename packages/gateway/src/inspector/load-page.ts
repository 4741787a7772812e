// The page is a package of its own, which need not be installed.

import type { InspectorPage } from "./inspector-state.ts";

/** The page of the package `@toolglot/inspector`; `undefined` if it is not installed. */
export async function loadInspectorPage(): Promise<InspectorPage | undefined> {
  try {
    return (await import(PACKAGE)) as InspectorPage;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** An optional peer: it is not resolved before it is needed. */
const PACKAGE: string = "@toolglot/inspector";
