/** Two exchanges side by side. */
export function CompareView({ ids }: { readonly ids: readonly [string, string] }) {
  return (
    <main class="page" id="main" tabIndex={-1}>
      <h1>Compare</h1>
      <p>{ids.join(" ")}</p>
    </main>
  );
}
