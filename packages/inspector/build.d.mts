/** The files of the page by their names. */
export function buildPage(): Promise<Readonly<Record<string, string>>>;
