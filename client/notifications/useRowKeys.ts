import { type RefObject, useEffect, useRef } from "react";

const typing = "input, textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]";

/** j and k go from row to row, Enter opens the one that has the focus. @returns where the rows are. */
export function useRowKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>("li > a") ?? [])];
      const row = document.activeElement?.closest("li");
      const at = links.findIndex((link) => row?.contains(link));
      const next = links[event.key === "j" ? at + 1 : Math.max(0, at - 1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: "nearest" });
    };
    window.addEventListener("keydown", move);
    return () => window.removeEventListener("keydown", move);
  }, []);
  return list;
}
