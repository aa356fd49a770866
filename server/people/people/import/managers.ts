/** Each user's manager by email after the import; includes users who aren't in the file. */
export type ManagersByEmail = ReadonlyMap<string, string | null>;

/** Users who would be in a cycle, each with the path back to themselves. */
export function findManagerCycles(leaders: ManagersByEmail): Map<string, readonly string[]> {
  const cycles = new Map<string, readonly string[]>();
  const visited = new Set<string>();
  for (const start of leaders.keys()) {
    const path: string[] = [];
    let at: string | null | undefined = start;
    while (at && !visited.has(at)) {
      visited.add(at);
      path.push(at);
      at = leaders.get(at);
    }
    const from = at ? path.indexOf(at) : -1;
    if (from < 0) continue;
    const cycle = path.slice(from);
    cycle.forEach((one, turn) => cycles.set(one, pathFrom(cycle, turn, one)));
  }
  return cycles;
}

/** Limit of names per path: full paths for 10,000 users in a cycle would be 100 million names. */
const maxNamed = 10;

function pathFrom(cycle: readonly string[], turn: number, one: string): string[] {
  const namedMembers = cycle.slice(turn, turn + maxNamed);
  namedMembers.push(...cycle.slice(0, Math.min(turn, maxNamed - namedMembers.length)));
  return [...namedMembers, ...(cycle.length > namedMembers.length ? ["…"] : []), one];
}

/** Number of superiors of each user; requires a hierarchy without cycles. Applying changes in this order avoids temporary cycles. */
export function managementDepths(leaders: ManagersByEmail): Map<string, number> {
  const depths = new Map<string, number>();
  for (const start of leaders.keys()) {
    const path: string[] = [];
    let at: string | null | undefined = start;
    while (at && !depths.has(at)) {
      path.push(at);
      at = leaders.get(at);
    }
    let depth = at ? (depths.get(at) as number) + 1 : 0;
    for (const one of path.reverse()) depths.set(one, depth++);
  }
  return depths;
}

export function reportsBelow(leaders: ManagersByEmail, boss: string): ReadonlySet<string> {
  const below = new Map<string, boolean>([[boss, false]]);
  for (const start of leaders.keys()) {
    const path: string[] = [];
    let at: string | null | undefined = start;
    while (at && !below.has(at)) {
      below.set(at, false);
      path.push(at);
      at = leaders.get(at);
    }
    if (at && (at === boss || below.get(at))) for (const one of path) below.set(one, true);
  }
  return new Set([...below].flatMap(([email, is]) => (is ? [email] : [])));
}
