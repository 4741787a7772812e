// The results for people.

export function title({ node, traffic }) {
  return `# The gateway, on Node ${node}, with traffic from ${traffic}\n`;
}

export function coldTable(rows) {
  const lines = rows.flatMap(({ pair, subjects }) => {
    const [floor] = subjects;
    return subjects.map(({ name, cpu }) => {
      const cells = cpu.map((each, phase) => `${each.toFixed(0)} | ${(each / floor.cpu[phase]).toFixed(2)}`);
      return `| ${pair}, ${name} | ${cells.join(" | ")} |`;
    });
  });
  return `## The first requests, whole, 2 KB: CPU µs per request\n\n| | 1–200 | × re-serialise | 201–2,000 | × re-serialise |\n|---|---|---|---|---|\n${lines.join("\n")}\n`;
}

export function kindTable(pair, kind, subjects) {
  const floor = subjects.find(({ name }) => name === "parse and re-serialise");
  const direct = subjects.find(({ name }) => name === "the mock itself");
  const lines = subjects.map(({ name, cpu, perSecond, p50, p99, first }) => {
    const ratio = name === direct.name ? "" : (cpu / floor.cpu).toFixed(2);
    const cells = [
      cpu.toFixed(0),
      ratio,
      perSecond.toFixed(0),
      added(p50, direct.p50),
      added(p99, direct.p99),
      first.toFixed(2),
    ];
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  return `## ${pair}, ${kind}\n\n| | CPU µs per request | × re-serialise | per second | added p50 ms | added p99 ms | first byte ms |\n|---|---|---|---|---|---|---|\n${lines.join("\n")}\n`;
}

function added(time, direct) {
  return (time - direct).toFixed(2);
}

export function memoryTable(rows) {
  const lines = rows.map(({ name, empty, open, each }) => {
    return `| ${name} | ${empty.toFixed(0)} | ${open.toFixed(0)} | ${each.toFixed(0)} |`;
  });
  return `## 1,000 open streams\n\n| | empty, MiB | open, MiB | each, KiB |\n|---|---|---|---|\n${lines.join("\n")}\n`;
}
