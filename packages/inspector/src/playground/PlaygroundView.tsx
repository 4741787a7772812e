/** Translates what is pasted, without any request. */
export function PlaygroundView() {
  return (
    <main class="page" id="main" tabIndex={-1}>
      <h1>Playground</h1>
    </main>
  );
}
