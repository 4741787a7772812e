import type { ClientCard } from "@toolglot/gateway";
import { CopyButton } from "../ui/CopyButton.tsx";

/** A card for each client with the lines to copy. */
export function ClientCards({ clients }: { readonly clients: readonly ClientCard[] }) {
  return (
    <ul class="cards">
      {clients.map((client) => (
        <li key={client.name} class="card">
          <h3>{client.name}</h3>
          {client.lines.map(({ label, text }) => (
            <div key={label + text} class="copy-line">
              <span class="muted">{label}</span>
              <CopyButton text={text}>Copy</CopyButton>
              <pre>{text}</pre>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
