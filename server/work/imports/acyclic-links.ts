type Link = readonly [task: string, blocker: string];

/** The links without those that close a cycle, checked in their order. Doubled links count once. */
export function acyclicLinks(links: readonly Link[]): Link[] {
  const blockersOf = new Map<string, Set<string>>();
  return links.filter(([task, blocker]) => {
    const blockers = blockersOf.get(task);
    if (task === blocker || blockers?.has(blocker) || reaches(blocker, task, blockersOf)) return false;
    if (blockers) blockers.add(blocker);
    else blockersOf.set(task, new Set([blocker]));
    return true;
  });
}

function reaches(from: string, target: string, blockersOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const visited = new Set<string>([from]);
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === target) return true;
    for (const next of blockersOf.get(id) ?? []) {
      if (visited.has(next)) continue;
      visited.add(next);
      open.push(next);
    }
  }
  return false;
}
