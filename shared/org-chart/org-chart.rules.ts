/** Somebody or something that may stand below another. */
export interface Placed {
  id: number;
  parent_id: number | null;
}

/**
 * Who stands directly above whom, among those who are `shown`: where somebody's manager isn't shown, whoever is next above.
 * Always a forest, also where `all` isn't one: whoever would stand above themself is at the top.
 */
export function nearestShown(all: readonly Placed[], shown: ReadonlySet<number>): Map<number, number | null> {
  const above = new Map(all.map(({ id, parent_id }) => [id, parent_id]));
  const found = new Map<number, number | null>();
  for (const { id } of all) {
    if (!shown.has(id)) continue;
    found.set(id, standsAboveItself(found, id, nextShown(above, shown, id)) ? null : nextShown(above, shown, id));
  }
  return found;
}

function nextShown(above: ReadonlyMap<number, number | null>, shown: ReadonlySet<number>, id: number): number | null {
  const passed = new Set([id]);
  let at = above.get(id) ?? null;
  while (at !== null && !shown.has(at)) {
    if (passed.has(at)) return null;
    passed.add(at);
    at = above.get(at) ?? null;
  }
  return at;
}

/** Whether `id` comes again on the way up from `parent`, as far as that is settled. */
function standsAboveItself(found: ReadonlyMap<number, number | null>, id: number, parent: number | null): boolean {
  for (let at = parent; at !== null; at = found.get(at) ?? null) if (at === id) return true;
  return false;
}

/** A node of a forest, with what is below it. */
export interface TreeNode<Item> {
  item: Item;
  /** 1 at the top. */
  level: number;
  parent: TreeNode<Item> | null;
  children: TreeNode<Item>[];
  /** How many stand below, at any depth. */
  below: number;
  /** How many levels there are below. */
  depth: number;
}

/** Items as trees, children in the order of the items. What stands below something unknown is at the top. */
export function forestOf<Item extends Placed>(items: readonly Item[]): TreeNode<Item>[] {
  const nodes = new Map(
    items.map((item): [number, TreeNode<Item>] => [
      item.id,
      { item, level: 1, parent: null, children: [], below: 0, depth: 0 },
    ]),
  );
  const tops: TreeNode<Item>[] = [];
  for (const node of nodes.values()) {
    const parent = node.item.parent_id === null ? undefined : nodes.get(node.item.parent_id);
    if (parent) {
      node.parent = parent;
      parent.children.push(node);
    } else tops.push(node);
  }
  const order: TreeNode<Item>[] = [...tops];
  for (const node of order) {
    for (const child of node.children) child.level = node.level + 1;
    order.push(...node.children);
  }
  for (const node of order.toReversed()) {
    if (!node.parent) continue;
    node.parent.below += node.below + 1;
    node.parent.depth = Math.max(node.parent.depth, node.depth + 1);
  }
  return tops;
}
