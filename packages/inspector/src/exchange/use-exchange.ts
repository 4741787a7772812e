import { computed } from "@preact/signals";
import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useMemo, useState } from "preact/hooks";
import { source } from "../data/current.ts";
import { exchangeNamed } from "../state/traffic.ts";
import { loadContent } from "./load.ts";
import { contentProblem, openContent, selectedRow } from "./selection.ts";

/** An exchange as the gateway knows it, or why it does not. */
export interface LoadedExchange {
  readonly detail: ExchangeDetail | undefined;
  readonly problem: string | undefined;
  readonly retry: () => void;
}

/** A stream that arrives is read again so often, or less often where reading it takes a good part of that. */
const REREAD_MS = 1000;
const LONGEST_REREAD_MS = 5000;

/** Loads an exchange, and again whenever it changes; while it is running, again and again. */
export function useExchange(id: string): LoadedExchange {
  const [detail, setDetail] = useState<ExchangeDetail>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // Of all that happens, only what happens to this exchange draws it again.
  const change = useMemo(() => computed(() => exchangeNamed(id)?.seq), [id]).value;
  useEffect(() => {
    openContent.value = undefined;
    contentProblem.value = undefined;
    selectedRow.value = undefined;
  }, [id]);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const started = performance.now();
      try {
        const loaded = await source.detail(id);
        if (!isCurrent) return;
        setDetail(loaded);
        setProblem(undefined);
        await showContent(loaded, () => isCurrent);
        const wait = Math.min(LONGEST_REREAD_MS, Math.max(REREAD_MS, 2 * (performance.now() - started)));
        if (isCurrent && isLiveStill(loaded)) timer = setTimeout(load, wait);
      } catch (error) {
        if (isCurrent) setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, change, attempt]);
  return { detail, problem, retry: () => setAttempt(attempt + 1) };
}

function isLiveStill({ summary }: ExchangeDetail): boolean {
  return source.isLive && summary.state === "running";
}

/** The figures are shown before the bodies are read, and also where these cannot be. */
async function showContent(detail: ExchangeDetail, isCurrent: () => boolean): Promise<void> {
  try {
    const content = await loadContent(detail);
    if (!isCurrent()) return;
    openContent.value = content;
    contentProblem.value = undefined;
  } catch (error) {
    if (isCurrent()) contentProblem.value = error instanceof Error ? error.message : String(error);
  }
}
