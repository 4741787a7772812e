import { signal } from "@preact/signals";
import { callCore } from "../core-worker/client.ts";
import type {
  IdentifiedInput,
  InputProblem,
  PlaygroundInput,
  TranslatedInput,
} from "../core-worker/playground/views.ts";
import { route } from "../state/route.ts";
import { packInput, unpackInput } from "./address.ts";

/** What was pasted, and what its reader says it is. */
export const input = signal<PlaygroundInput>({ text: "" });

/** What the input is; undefined before it is known. */
export const identified = signal<IdentifiedInput | InputProblem | undefined>(undefined);

/** The translations by their dialects. */
export const translations = signal<ReadonlyMap<string, TranslatedInput | InputProblem>>(new Map());

/** Whether the input is too long to stand in the address. */
export const isTooLongForAddress = signal(false);

/** Typing is over when nothing was typed for so long. */
const TYPING_MS = 200;

let timer: ReturnType<typeof setTimeout> | undefined;
let runs = 0;
let packed = "";

/** Takes another input, and translates it when nobody types. */
export function changeInput(change: Partial<PlaygroundInput>): void {
  input.value = { ...input.value, ...change };
  clearTimeout(timer);
  timer = setTimeout(() => void translateEverywhere(), TYPING_MS);
}

/** Takes the input of the address, or that of a page that was made for one input. */
export async function readAddress(): Promise<void> {
  const inAddress = /^#\/playground\/([\w-]+)$/.exec(location.hash)?.[1];
  if (inAddress !== undefined && inAddress === packed) return;
  const found = inAddress === undefined ? embeddedInput() : await unpackInput(inAddress);
  if (found === undefined || input.value.text !== "") return;
  input.value = found;
  await translateEverywhere();
}

/** One dialect after the other, so that a newer input need not wait for all of them. */
async function translateEverywhere(): Promise<void> {
  const run = ++runs;
  const { value } = input;
  void writeAddress(value, run);
  if (value.text.trim() === "") return reset();
  const found = await callCore("identifyInput", value).catch(asProblem);
  if (run !== runs) return;
  identified.value = found;
  if ("problem" in found) return;
  const known = new Set(found.targets.map(({ id }) => id));
  translations.value = new Map([...translations.value].filter(([id]) => known.has(id)));
  for (const { id } of found.targets) {
    const { what, from } = found;
    const translated = await callCore("translateInput", { ...value, what, from, to: id }).catch(asProblem);
    if (run !== runs) return;
    translations.value = new Map(translations.value).set(id, translated);
  }
}

function reset(): void {
  identified.value = undefined;
  translations.value = new Map();
}

// Typing is no step of the history.
async function writeAddress(value: PlaygroundInput, run: number): Promise<void> {
  const text = value.text === "" ? "" : await packInput(value);
  if (run !== runs) return;
  isTooLongForAddress.value = text === undefined;
  packed = text ?? "";
  if (route.value.view === "playground")
    history.replaceState(null, "", packed === "" ? "#/playground" : `#/playground/${packed}`);
}

function embeddedInput(): PlaygroundInput | undefined {
  const text = document.getElementById("playground-input")?.textContent;
  return text ? ((JSON.parse(text) as PlaygroundInput | null) ?? undefined) : undefined;
}

function asProblem(error: unknown): InputProblem {
  return { problem: error instanceof Error ? error.message : String(error) };
}
