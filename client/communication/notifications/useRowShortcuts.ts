import { type RefObject, useRef } from "react";
import { useShortcuts } from "../../ui/keys/shortcuts";

/**
 * Keyboard navigation: j and k move between rows, Enter opens the focused row.
 * @returns ref for the list's container
 */
export function useRowShortcuts(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const go = (by: 1 | -1) => () => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("li > a") ?? [])];
    const row = document.activeElement?.closest("li");
    const at = links.findIndex((link) => row?.contains(link));
    const next = links[by > 0 ? at + 1 : Math.max(0, at - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    return next !== undefined;
  };
  useShortcuts({
    title: "title.notifications",
    shortcuts: [
      { keys: ["j"], label: "keys.next", run: go(1) },
      { keys: ["k"], label: "keys.previous", run: go(-1) },
    ],
  });
  return list;
}
