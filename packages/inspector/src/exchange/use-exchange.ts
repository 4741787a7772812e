import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useState } from "preact/hooks";
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

/** Loads an exchange, and again whenever it goes on: a running one changes at its first output and at its end. */
export function useExchange(id: string): LoadedExchange {
  const [detail, setDetail] = useState<ExchangeDetail>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const change = exchangeNamed(id)?.seq;
  useEffect(() => {
    openContent.value = undefined;
    contentProblem.value = undefined;
    selectedRow.value = undefined;
  }, [id]);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const loaded = await source.detail(id);
        if (!isCurrent) return;
        setDetail(loaded);
        setProblem(undefined);
        await showContent(loaded, () => isCurrent);
      } catch (error) {
        if (isCurrent) setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [id, change, attempt]);
  return { detail, problem, retry: () => setAttempt(attempt + 1) };
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
