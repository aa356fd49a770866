import type { TreeNode } from "../../../shared/people/org-chart/org-chart.rules";

/** A box of the chart: a person, a vacancy (with a negative id) or a department. */
export interface ChartItem {
  id: number;
  parent_id: number | null;
  name: string;
  sub: string;
  face: { id: number; fullname: string; image: string | null } | null;
  away: boolean;
  vacant: boolean;
  /** Dotted-line managers; each one that is shown gets a dashed line. */
  dotted: readonly { id: number; name: string }[];
  dimmed: boolean;
}

export type ChartNode = TreeNode<ChartItem>;

export function visibleNodes(tops: readonly ChartNode[], expanded: ReadonlySet<number>): ChartNode[] {
  return tops.flatMap((node) => [node, ...(expanded.has(node.item.id) ? visibleNodes(node.children, expanded) : [])]);
}

export const allNodes = (tops: readonly ChartNode[]): ChartNode[] =>
  tops.flatMap((node) => [node, ...allNodes(node.children)]);

export function ancestorsOf(node: ChartNode): ChartNode[] {
  const line: ChartNode[] = [];
  for (let at = node.parent; at; at = at.parent) line.push(at);
  return line;
}

export const isWithin = (one: ChartNode, other: ChartNode): boolean =>
  one === other || ancestorsOf(one).includes(other);

/**
 * Initially expanded nodes: the tops, small teams below a single top, and the path to the user. With more than three tops, only the path is
 * expanded.
 */
export function defaultExpanded(tops: readonly ChartNode[], me: ChartNode | undefined): Set<number> {
  const open = tops.filter(({ children }) => children.length > 0);
  const ids = new Set(open.length > 3 ? [] : open.map(({ item }) => item.id));
  if (open.length === 1)
    for (const { item, children } of open[0]?.children ?? [])
      if (children.length > 0 && children.length < 7) ids.add(item.id);
  for (const { item } of me ? [me, ...ancestorsOf(me)] : []) ids.add(item.id);
  return ids;
}
