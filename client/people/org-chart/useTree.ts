import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { type ChartNode, allNodes, isWithin, ancestorsOf, visibleNodes, defaultExpanded } from "./chart-tree";

export function useTree(tops: readonly ChartNode[], meId: number | null) {
  const byId = useMemo(() => new Map(allNodes(tops).map((node) => [node.item.id, node])), [tops]);
  const me = meId === null ? undefined : byId.get(meId);
  const [expanded, setExpanded] = useState(() => defaultExpanded(tops, me));
  const [activeId, setActiveId] = useState<number | null>(null);
  const nodes = useMemo(() => visibleNodes(tops, expanded), [tops, expanded]);
  // The active node may have been removed or be below a collapsed one.
  const active = nodes.find(({ item }) => item.id === activeId) ?? me ?? nodes[0];
  const idToFocus = useRef<number | null>(null);
  useEffect(() => {
    if (idToFocus.current === null) return;
    const element = document.getElementById(`chart-${idToFocus.current}`);
    if (!element) return;
    idToFocus.current = null;
    element.focus({ preventScroll: element.parentElement?.hasAttribute("data-canvas") });
  });
  return {
    byId,
    me,
    nodes,
    expanded,
    active,
    mine: useMemo(() => new Set(me ? [me, ...ancestorsOf(me)].map(({ item }) => item.id) : []), [me]),
    setActive: (node: ChartNode) => setActiveId(node.item.id),
    focus(node: ChartNode) {
      idToFocus.current = node.item.id;
      setActiveId(node.item.id);
    },
    toggle(node: ChartNode) {
      const { id } = node.item;
      const next = new Set(expanded);
      if (!next.delete(id)) next.add(id);
      setExpanded(next);
      if (active && active !== node && isWithin(active, node)) this.focus(node);
    },
    openTo(node: ChartNode) {
      const ancestorIds = ancestorsOf(node).map(({ item }) => item.id);
      if (!ancestorIds.every((id) => expanded.has(id))) setExpanded(new Set([...expanded, ...ancestorIds]));
      this.focus(node);
    },
    expandAll: () => startTransition(() => setExpanded(new Set(byId.keys()))),
    collapseAll: () => setExpanded(new Set()),
  };
}

export type TreeState = ReturnType<typeof useTree>;
