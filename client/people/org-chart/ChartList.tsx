import type { CSSProperties } from "react";
import type { ChartNode } from "./chart-tree";
import { ChartItemBox } from "./ChartItemBox";
import classes from "./org-chart.module.css";
import type { TreeState } from "./useTree";
import { useItemHandlers } from "./useItemHandlers";

interface ChartListProps {
  label: string;
  tree: TreeState;
  onOpen: (node: ChartNode) => void;
}

export function ChartList({ label, tree, onOpen }: ChartListProps) {
  const { nodes, expanded, active, me, mine } = tree;
  const handlers = useItemHandlers(tree, { onOpen, onTake: () => undefined });
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
