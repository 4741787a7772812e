import type { StartInfo } from "@toolglot/gateway";
import { useEffect, useState } from "preact/hooks";
import { source } from "../data/current.ts";
import { ProblemNotice } from "../ui/ProblemNotice.tsx";
import { ClientCards } from "./ClientCards.tsx";
import { Providers } from "./Providers.tsx";

/** How to use the gateway with each client, and how its providers do. */
export function StartView() {
  const [start, setStart] = useState<StartInfo>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    source.start().then(
      (info) => {
        setStart(info);
        setProblem(undefined);
      },
      (error: Error) => setProblem(error.message),
    );
  }, [attempt]);
  return (
    <main class="page" id="main" tabIndex={-1}>
      <h1>Start</h1>
      {problem === undefined ? null : <ProblemNotice message={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {start === undefined ? null : <StartContent start={start} />}
    </main>
  );
}

function StartContent({ start }: { readonly start: StartInfo }) {
  return (
    <>
      <p class="lead">
        This is Toolglot {start.version} at <code>{start.url}</code>. Copy a line, run it, and see its requests in{" "}
        <a href="#/">Traffic</a>.
      </p>
      <Troubles troubles={start.troubles} />
      <h2>Clients</h2>
      <ClientCards clients={start.clients} />
      <h2>Providers</h2>
      <Providers providers={start.providers} />
      {start.bodies ? null : (
        <p class="muted">
          Bodies are not kept here: the traffic shows figures only. <code>inspector: {"{ bodies: true }"}</code> in the
          config keeps them.
        </p>
      )}
    </>
  );
}

function Troubles({ troubles }: Pick<StartInfo, "troubles">) {
  if (troubles.length === 0) return null;
  return (
    <section class="troubles" aria-labelledby="troubles-title">
      <h2 id="troubles-title">Troubles</h2>
      <ul>
        {troubles.map(({ part, message }) => (
          <li key={part + message}>
            <b>{part}</b> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
