import { bodyText } from "../../../src/bytes.ts";
import { type SimCall, Simulator } from "../../../src/sim/simulator.ts";
import type { SimStep } from "../../../src/sim/steps.ts";

/** The steps of a model's response; `n` is the number in the model's name. */
export type Behaviour = (n: number) => readonly SimStep[];

/** A simulated provider with models whose responses are defined by a test. */
export class ScriptedSimulator extends Simulator {
  private readonly behaviours = new Map<string, Behaviour>();

  /** Defines the models `name@0`, `name@1`, … */
  define(name: string, behaviour: Behaviour): void {
    this.behaviours.set(name, behaviour);
  }

  override reply(call: SimCall, dialect?: string): SimStep[] {
    const [, name = "", n = ""] = MODEL.exec(`${call.url} ${bodyText(call.body ?? "")}`) ?? [];
    const behaviour = this.behaviours.get(name);
    return behaviour === undefined ? super.reply(call, dialect) : [...behaviour(Number(n))];
  }
}

/** Gemini and Bedrock have the model in the URL, all others in the body. */
const MODEL = /(?:"model":"|\/models?\/)([\w-]+)(?:@|%40)(\d+)/;
