import { useDirection } from "@mantine/core";
import type { CSSProperties } from "react";
import type { ChartNode } from "./chart-tree";
import { ChartItemBox } from "./ChartItemBox";
import classes from "./org-chart.module.css";
import type { TreeState } from "./useTree";
import { useStableHandlers } from "../../ui/useStableHandlers";
import { useTreeKeys } from "./useTreeKeys";

interface ChartListProps {
  label: string;
  tree: TreeState;
  onOpen: (node: ChartNode) => void;
}

export function ChartList({ label, tree, onOpen }: ChartListProps) {
  const { dir } = useDirection();
  const { nodes, expanded, active, me, mine } = tree;
  const onKeyDown = useTreeKeys({
    nodes,
    expanded,
    active: active?.item.id ?? null,
    rtl: dir === "rtl",
    onActive: tree.focus,
    onToggle: (node) => tree.toggle(node),
    onOpen,
  });
  const handlers = useStableHandlers({
    onOpen,
    onToggle: (node: ChartNode) => tree.toggle(node),
    onActive: tree.setActive,
    onTake: () => undefined,
    onKeyDown,
  });
  return (
    <div className={classes.list} role="tree" aria-label={label}>
      {nodes.map((node) => (
        <ChartItemBox
          key={node.item.id}
          node={node}
          style={{ "--level": node.level - 1 } as CSSProperties}
          expanded={expanded.has(node.item.id)}
          active={node === active}
          me={node === me}
          mine={mine.has(node.item.id)}
          target={false}
          movable={false}
          {...handlers}
        />
      ))}
    </div>
  );
}
