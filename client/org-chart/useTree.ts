import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { type ChartNode, everyNode, isWithin, lineAbove, shownNodes, usuallyExpanded } from "./chart-tree";

/** What of the chart is open, and where one is in it. */
export function useTree(tops: readonly ChartNode[], meId: number | null) {
  const byId = useMemo(() => new Map(everyNode(tops).map((node) => [node.item.id, node])), [tops]);
  const me = meId === null ? undefined : byId.get(meId);
  const [expanded, setExpanded] = useState(() => usuallyExpanded(tops, me));
  const [activeId, setActiveId] = useState<number | null>(null);
  const nodes = useMemo(() => shownNodes(tops, expanded), [tops, expanded]);
  // Whoever was there may have gone, or be behind something closed.
  const active = nodes.find(({ item }) => item.id === activeId) ?? me ?? nodes[0];
  /** The focus goes there as soon as it is drawn. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const element = document.getElementById(`chart-${wanted.current}`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: element.parentElement?.hasAttribute("data-canvas") });
  });
  return {
    byId,
    me,
    nodes,
    expanded,
    active,
    mine: useMemo(() => new Set(me ? [me, ...lineAbove(me)].map(({ item }) => item.id) : []), [me]),
    setActive: (node: ChartNode) => setActiveId(node.item.id),
    focus(node: ChartNode) {
      wanted.current = node.item.id;
      setActiveId(node.item.id);
    },
    toggle(node: ChartNode) {
      const { id } = node.item;
      const next = new Set(expanded);
      if (!next.delete(id)) next.add(id);
      setExpanded(next);
      // What has the focus mustn't go with what is closed.
      if (active && active !== node && isWithin(active, node)) this.focus(node);
    },
    /** Opens the way to somebody. */
    openTo(node: ChartNode) {
      const way = lineAbove(node).map(({ item }) => item.id);
      // Where it is open already nothing has to be laid out anew.
      if (!way.every((id) => expanded.has(id))) setExpanded(new Set([...expanded, ...way]));
      this.focus(node);
    },
    expandAll: () => startTransition(() => setExpanded(new Set(byId.keys()))),
    collapseAll: () => setExpanded(new Set()),
  };
}

export type Tree = ReturnType<typeof useTree>;
