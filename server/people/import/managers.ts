/** Who leads whom by e-mail, as it would be after an import: everybody, those who aren't in the file included. */
export type Leaders = ReadonlyMap<string, string | null>;

/** Of everybody who would stand above themself: the way from them back to them. */
export function cyclesOf(leaders: Leaders): Map<string, readonly string[]> {
  const cycles = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  for (const start of leaders.keys()) {
    const way: string[] = [];
    let at: string | null | undefined = start;
    while (at && !seen.has(at)) {
      seen.add(at);
      way.push(at);
      at = leaders.get(at);
    }
    const from = at ? way.indexOf(at) : -1;
    if (from < 0) continue;
    const cycle = way.slice(from);
    cycle.forEach((one, turn) => cycles.set(one, [...cycle.slice(turn), ...cycle.slice(0, turn), one]));
  }
  return cycles;
}

/**
 * How many stand above each, when nobody stands above themself. Whoever is changed in the order of it finds their whole
 * line above as it will be: no step on the way makes a cycle.
 */
export function depthsOf(leaders: Leaders): Map<string, number> {
  const depths = new Map<string, number>();
  for (const start of leaders.keys()) {
    const way: string[] = [];
    let at: string | null | undefined = start;
    while (at && !depths.has(at)) {
      way.push(at);
      at = leaders.get(at);
    }
    let depth = at ? (depths.get(at) as number) + 1 : 0;
    for (const one of way.reverse()) depths.set(one, depth++);
  }
  return depths;
}
