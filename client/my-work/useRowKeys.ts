import { useHotkeys } from "@mantine/hooks";
import type { RefObject } from "react";
import { isSomethingOpen } from "../ui/keys/on-top";

/** j and k, or the arrows, go from row to row; Enter opens the one with the focus, since that is its link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const go = (by: 1 | -1) => {
    if (isSomethingOpen()) return; // a list that is open has the arrows
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
    const active = document.activeElement?.closest("[data-row]");
    const at = rows.findIndex((row) => active?.contains(row));
    const next = at < 0 ? (by > 0 ? rows[0] : rows.at(-1)) : rows[at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useHotkeys([
    ["j", () => go(1)],
    ["k", () => go(-1)],
    ["ArrowDown", () => go(1)],
    ["ArrowUp", () => go(-1)],
  ]);
}
