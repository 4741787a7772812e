import { useEffect, useState } from "preact/hooks";
import { openContent } from "./selection.ts";

/** Something that the worker knows of the open exchange, once it has read it; asked for again when the exchange has changed. */
export function useCore<Result>(ask: () => Promise<Result>, inputs: readonly unknown[]): Result | Error | undefined {
  const [result, setResult] = useState<Result | Error>();
  const content = openContent.value;
  useEffect(() => {
    if (content === undefined) return;
    let isCurrent = true;
    ask().then(
      (value) => isCurrent && setResult(value as Result),
      (error: Error) => isCurrent && setResult(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [content, ...inputs]);
  return result;
}
