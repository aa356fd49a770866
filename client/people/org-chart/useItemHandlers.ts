import { useDirection } from "@mantine/core";
import { useStableHandlers } from "../../ui/useStableHandlers";
import type { ChartNode } from "./chart-tree";
import type { ItemHandlers } from "./ChartItemBox";
import type { TreeState } from "./useTree";
import { useTreeKeys } from "./useTreeKeys";

/** Handlers of the boxes of a chart, including its keys. */
export function useItemHandlers(tree: TreeState, { onOpen, onTake }: Pick<ItemHandlers, "onOpen" | "onTake">) {
  const { dir } = useDirection();
  const { nodes, expanded, active } = tree;
  const onToggle = (node: ChartNode) => tree.toggle(node);
  const onKeyDown = useTreeKeys({
    nodes,
    expanded,
    active: active?.item.id ?? null,
    rtl: dir === "rtl",
    onActive: tree.focus,
    onToggle,
    onOpen,
  });
  return useStableHandlers({
    onOpen,
    onToggle,
    onActive: tree.setActive,
    onTake,
    onKeyDown,
  });
}
