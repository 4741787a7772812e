import type { ClientCard, Log } from "@toolglot/gateway";
import { screen } from "../output/screen.ts";
import { simulatedNotice } from "../output/simulated.ts";
import { clientCards } from "./clients.ts";
import { clientsText, greeting, offeredGateway, type Started } from "./greeting.ts";
import type { LoadedConfig } from "./load.ts";
import { askForModels, needsAsking, offeredModels } from "./offered-models.ts";

/** What `toolglot serve` says of its gateway once it has started: on the terminal, in the log and on the inspector's page. */
export class Announcement {
  private readonly loaded: LoadedConfig;
  private offered;

  constructor(loaded: LoadedConfig) {
    this.loaded = loaded;
    this.offered = offeredModels(loaded.config);
  }

  /** The clients that the inspector's page shows. */
  clientCards(url: string): ClientCard[] {
    return clientCards(offeredGateway(this.loaded.config, url, this.offered));
  }

  /** Writes the text for people; a provider that has to be asked for its models delays the lines that name them, and nothing else. */
  async print(started: Started, stopped: Promise<void>): Promise<void> {
    const stdout = screen("stdout");
    const text = greeting(this.loaded, started, stdout);
    const isAsking = needsAsking(this.loaded.config);
    if (isAsking) await stdout.write(text);
    if ((await Promise.race([this.askForModels(), stopped.then(() => "stopped")])) === "stopped") return;
    const gateway = offeredGateway(this.loaded.config, started.url, this.offered);
    await stdout.write(`${isAsking ? "" : text}${clientsText(gateway, stdout)}`);
  }

  /** The same as records of the log. */
  async log(log: Log, { url }: Started): Promise<void> {
    log({ event: "listening", level: "info", message: url });
    const notice = simulatedNotice(this.loaded.config);
    if (notice !== undefined) log({ event: "simulated", level: "warn", message: notice });
    await this.askForModels();
  }

  private async askForModels(): Promise<void> {
    this.offered = await askForModels(this.loaded.config);
  }
}
