/** Maximum number of dependencies per project, enough for 2,000 tasks with ten blockers each. */
export const maxBlockers = 20_000;

type Link<Node> = readonly [from: Node, to: Node];

/**
 * Returns the nodes on cycles or on paths between cycles, by repeatedly removing nodes at the ends. Visits each link a bounded number of
 * times in any graph.
 */
export function nodesInCycles<Node extends number | string>(links: readonly Link<Node>[]): Set<Node> {
  const leadingOn = withoutEnds(links);
  const back = withoutEnds(leadingOn.map(([from, to]) => [to, from] as const));
  return new Set(back.flat());
}

function withoutEnds<Node extends number | string>(links: readonly Link<Node>[]): Link<Node>[] {
  const into = new Map<Node, Node[]>();
  const open = new Map<Node, number>();
  for (const [from, to] of links) {
    const before = into.get(to);
    if (before) before.push(from);
    else into.set(to, [from]);
    open.set(from, (open.get(from) ?? 0) + 1);
  }
  const ends = [...into.keys()].filter((id) => !open.has(id));
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    for (const from of into.get(end) ?? []) {
      const left = (open.get(from) ?? 0) - 1;
      open.set(from, left);
      if (left === 0) ends.push(from);
    }
  }
  return links.filter(([from, to]) => (open.get(from) ?? 0) > 0 && (open.get(to) ?? 0) > 0);
}
