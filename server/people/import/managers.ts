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
    cycle.forEach((one, turn) => cycles.set(one, wayFrom(cycle, turn, one)));
  }
  return cycles;
}

/** So many are named, of however many: for each of ten thousand in one circle all of them would be a hundred million. */
const mostNamed = 10;

function wayFrom(cycle: readonly string[], turn: number, one: string): string[] {
  const named = cycle.slice(turn, turn + mostNamed);
  named.push(...cycle.slice(0, Math.min(turn, mostNamed - named.length)));
  return [...named, ...(cycle.length > named.length ? ["…"] : []), one];
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

/** Everybody below somebody, over however many. */
export function teamIn(leaders: Leaders, boss: string): ReadonlySet<string> {
  const below = new Map<string, boolean>([[boss, false]]);
  for (const start of leaders.keys()) {
    const way: string[] = [];
    let at: string | null | undefined = start;
    while (at && !below.has(at)) {
      below.set(at, false);
      way.push(at);
      at = leaders.get(at);
    }
    if (at && (at === boss || below.get(at))) for (const one of way) below.set(one, true);
  }
  return new Set([...below].flatMap(([email, is]) => (is ? [email] : [])));
}
