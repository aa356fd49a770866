import { type KeyboardEvent, useRef } from "react";
import type { ChartNode } from "./chart-tree";
import { foldText } from "../../../shared/kernel/text/fold";

interface TreeState {
  nodes: readonly ChartNode[];
  expanded: ReadonlySet<number>;
  active: number | null;
  rtl: boolean;
  onActive: (node: ChartNode) => void;
  onToggle: (node: ChartNode) => void;
  onOpen: (node: ChartNode) => void;
}

/** Tree keys (ARIA Authoring Practices): arrow keys, Home, End, and type-ahead. */
export function useTreeKeys({ nodes, expanded, active, rtl, onActive, onToggle, onOpen }: TreeState) {
  const typed = useRef({ text: "", at: 0 });
  const at = Math.max(
    0,
    nodes.findIndex(({ item }) => item.id === active),
  );
  const isOpen = (node: ChartNode) => node.children.length > 0 && expanded.has(node.item.id);

  const inward = (node: ChartNode) => {
    if (node.children.length === 0) return;
    if (!isOpen(node)) onToggle(node);
    else onActive(node.children[0] as ChartNode);
  };
  const outward = (node: ChartNode) => {
    if (isOpen(node)) onToggle(node);
    else if (node.parent) onActive(node.parent);
  };
  const byName = (key: string) => {
    const now = performance.now();
    typed.current = { text: now - typed.current.at > 700 ? key : typed.current.text + key, at: now };
    const text = foldText(typed.current.text);
    // Repeating a single letter moves on to the next match; several letters keep the current node if it matches.
    const order = [...nodes.slice(at + (text.length === 1 ? 1 : 0)), ...nodes.slice(0, at + 1)];
    const found = order.find(({ item }) => foldText(item.name).startsWith(text));
    if (found) onActive(found);
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const node = nodes[at];
    if (!node || event.altKey || event.ctrlKey || event.metaKey) return;
    const into = rtl ? "ArrowLeft" : "ArrowRight";
    const out = rtl ? "ArrowRight" : "ArrowLeft";
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (next !== undefined) {
      const other = nodes[next];
      if (other) onActive(other);
    } else if (event.key === into) inward(node);
    else if (event.key === out) outward(node);
    else if (event.key === "Enter" || event.key === " ") onOpen(node);
    else if (event.key.length === 1 && /\p{L}/u.test(event.key)) byName(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
