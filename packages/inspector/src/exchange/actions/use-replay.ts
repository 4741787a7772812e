import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useState } from "preact/hooks";
import { source } from "../../data/current.ts";
import { navigate } from "../../state/route.ts";
import { targetName } from "../../traffic/target.ts";

/** What a request is sent again with, and how that went. */
export interface Replay {
  readonly model: string;
  readonly profile: string;
  /** Why it could not be sent; empty before that. */
  readonly problem: string;
  readonly setModel: (model: string) => void;
  readonly setProfile: (profile: string) => void;
  readonly send: () => Promise<void>;
}

/** Sends the client's request again, and opens the exchange that it makes. */
export function useReplay({ summary }: ExchangeDetail, onSent: () => void): Replay {
  const [model, setModel] = useState(targetName(summary) ?? summary.model);
  const [profile, setProfile] = useState("");
  const [problem, setProblem] = useState("");
  const send = async () => {
    try {
      const id = await source.replay(summary.id, { model, ...(profile === "" ? {} : { profile }) });
      onSent();
      navigate({ view: "exchange", id, tab: "messages" });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return { model, profile, problem, setModel, setProfile, send };
}

/** The models that the gateway offers; none until they are known. */
export function useModels(): readonly string[] {
  const [models, setModels] = useState<readonly string[]>([]);
  useEffect(() => {
    source.models().then(
      (list) => setModels(list.models),
      () => setModels([]),
    );
  }, []);
  return models;
}
