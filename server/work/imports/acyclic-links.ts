import { nodesInCycles } from "../tasks/tasks.dependency-cycles";

type Link = readonly [task: string, blocker: string];

/** Maximum number of links in cycles that are checked one after the other, which takes quadratic time. */
const maxCheckedLinks = 1_000;

/**
 * The new links without those that close a cycle, checked in their order. If more than 1,000 links are in cycles, all new ones among them
 * are left out. Doubled links and those that exist count once.
 * @param existingLinks links without cycles that can't be left out
 */
export function acyclicLinks(
  links: readonly Link[],
  existingLinks: readonly Link[] = [],
): { acyclic: Link[]; cyclicCount: number } {
  const newLinks = withoutExisting(links, existingLinks);
  const nodes = nodesInCycles([...existingLinks, ...newLinks]);
  const isInCycle = ([task, blocker]: Link) => nodes.has(task) && nodes.has(blocker);
  const accepted = new Set(checkLinks(newLinks.filter(isInCycle), existingLinks.filter(isInCycle)));
  const acyclic = newLinks.filter((link) => !isInCycle(link) || accepted.has(link));
  return { acyclic, cyclicCount: newLinks.length - acyclic.length };
}

function withoutExisting(links: readonly Link[], existingLinks: readonly Link[]): Link[] {
  const keyOf = (link: Link) => link.join("\n");
  const keys = new Set(existingLinks.map(keyOf));
  return links.filter((link) => !keys.has(keyOf(link)) && keys.add(keyOf(link)));
}

function checkLinks(newLinks: readonly Link[], existingLinks: readonly Link[]): Link[] {
  if (newLinks.length + existingLinks.length > maxCheckedLinks) return [];
  const blockersOf = new Map<string, string[]>();
  const add = ([task, blocker]: Link) => blockersOf.set(task, [...(blockersOf.get(task) ?? []), blocker]);
  existingLinks.forEach(add);
  return newLinks.filter((link) => {
    const [task, blocker] = link;
    if (reaches(blocker, task, blockersOf)) return false;
    add(link);
    return true;
  });
}

function reaches(from: string, target: string, blockersOf: ReadonlyMap<string, readonly string[]>): boolean {
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
