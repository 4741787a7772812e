let quiet = false;

/** Whether only errors are printed on standard error. */
export function isQuiet(): boolean {
  return quiet;
}

/** Sets it for the command that runs next. */
export function setQuiet(value: boolean): void {
  quiet = value;
}
