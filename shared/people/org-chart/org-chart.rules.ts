export interface HierarchyItem {
  id: number;
  parent_id: number | null;
}

/**
 * Returns the nearest visible ancestor of each visible node. The result is a forest even if `all` has cycles, because a node that would be
 * its own ancestor becomes a root.
 */
export function nearestShownAncestors(
  all: readonly HierarchyItem[],
  visibleIds: ReadonlySet<number>,
): Map<number, number | null> {
  const above = new Map(all.map(({ id, parent_id }) => [id, parent_id]));
  const found = new Map<number, number | null>();
  for (const { id } of all) {
    if (!visibleIds.has(id)) continue;
    found.set(id, formsCycle(found, id, nextShown(above, visibleIds, id)) ? null : nextShown(above, visibleIds, id));
  }
  return found;
}

function nextShown(
  above: ReadonlyMap<number, number | null>,
  visibleIds: ReadonlySet<number>,
  id: number,
): number | null {
  const passed = new Set([id]);
  let at = above.get(id) ?? null;
  while (at !== null && !visibleIds.has(at)) {
    if (passed.has(at)) return null;
    passed.add(at);
    at = above.get(at) ?? null;
  }
  return at;
}

/** Whether `id` is on the path upward from `parent`, within the nodes resolved so far. */
function formsCycle(found: ReadonlyMap<number, number | null>, id: number, parent: number | null): boolean {
  for (let at = parent; at !== null; at = found.get(at) ?? null) if (at === id) return true;
  return false;
}

export interface TreeNode<Item> {
  item: Item;
  /** Depth in the tree; 1 for a root. */
  level: number;
  parent: TreeNode<Item> | null;
  children: TreeNode<Item>[];
  below: number;
  depth: number;
}

/** Builds trees with children in the order of the items. Items with an unknown parent become roots. */
export function buildForest<Item extends HierarchyItem>(items: readonly Item[]): TreeNode<Item>[] {
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
