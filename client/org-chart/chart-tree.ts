import type { TreeNode } from "../../shared/org-chart/org-chart.rules";

/** What the chart shows at a place: a person, a vacancy (by its id below zero), or a department. */
export interface ChartItem {
  id: number;
  parent_id: number | null;
  name: string;
  /** What stands below the name. */
  sub: string;
  face: { id: number; fullname: string; image: string | null } | null;
  away: boolean;
  /** Nobody has it yet. */
  vacant: boolean;
  /** Whom they report to beside whoever leads them: a dashed line to each that is shown. */
  dotted: readonly { id: number; name: string }[];
  /** Not among what is looked at now: drawn paler. */
  dimmed: boolean;
}

export type ChartNode = TreeNode<ChartItem>;

/** Everything that can be seen, from the top down: each node, and what is below it where it is expanded. */
export function shownNodes(tops: readonly ChartNode[], expanded: ReadonlySet<number>): ChartNode[] {
  return tops.flatMap((node) => [node, ...(expanded.has(node.item.id) ? shownNodes(node.children, expanded) : [])]);
}

/** All nodes, whether they can be seen or not. */
export const everyNode = (tops: readonly ChartNode[]): ChartNode[] =>
  tops.flatMap((node) => [node, ...everyNode(node.children)]);

/** Whoever stands above, the nearest first. */
export function lineAbove(node: ChartNode): ChartNode[] {
  const line: ChartNode[] = [];
  for (let at = node.parent; at; at = at.parent) line.push(at);
  return line;
}

/** Whether `one` stands below `other`, or is it. */
export const isWithin = (one: ChartNode, other: ChartNode): boolean => one === other || lineAbove(one).includes(other);

/** What is open when one comes: the top, those below it, and the way to oneself. Of very many at the top, none. */
export function usuallyExpanded(tops: readonly ChartNode[], me: ChartNode | undefined): Set<number> {
  const open = tops.filter(({ children }) => children.length > 0);
  const ids = new Set(open.length > 3 ? [] : open.map(({ item }) => item.id));
  if (open.length === 1)
    for (const { item, children } of open[0]?.children ?? [])
      if (children.length > 0 && children.length < 7) ids.add(item.id);
  for (const { item } of me ? [me, ...lineAbove(me)] : []) ids.add(item.id);
  return ids;
}
