/** Prints the results as a table of rows and columns, and in one line how many there are of each kind. */
export function printSummary(title, results) {
  const columns = [...new Set(results.map(({ column }) => column))];
  const rows = [...new Set(results.map(({ row }) => row))];
  console.log(`\n| ${title} | ${columns.join(" | ")} |\n|---|${columns.map(() => "---|").join("")}`);
  for (const row of rows) {
    const cells = columns.map((column) =>
      cell(results.filter((result) => result.row === row && result.column === column)),
    );
    console.log(`| ${row} | ${cells.join(" | ")} |`);
  }
}

/** The last line, and the exit code. Nothing that was tried is no success. */
export function printTotal(results, skipped = []) {
  for (const reason of skipped) console.log(`SKIPPED ${reason}`);
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const skips = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  console.log(`\n${results.length - failed} passed, ${failed} failed${skips}`);
  process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
}

function cell(results) {
  if (results.length === 0) return "";
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  return passed === results.length ? `${passed} passed` : `${results.length - passed} of ${results.length} failed`;
}
