import { useLayoutEffect, useMemo, useRef } from "react";
import type { Grouping } from "./list.groups";
import type { ListActs } from "./list.context";
import { type ListColumn, withFolded, withUnfolded } from "./list.columns";
import type { ListGroup } from "./list.listing";
import type { ListRows } from "./list.rows";
import type { useListFocus } from "./useListFocus";
import type { ListSelection } from "./useListSelection";
import type { ChangeSettings } from "./useListSettings";

interface ActsOptions {
  rows: ListRows;
  focus: ReturnType<typeof useListFocus>;
  selection: ListSelection;
  changeSettings: ChangeSettings;
  grouping: Grouping;
  onAdding: (key: string | null) => void;
  adding: string | null;
  scrollTo: (index: number) => void;
  columns: readonly ListColumn[];
}

/** What rows can do, always the same object: a row is drawn again for its own sake only. */
export function useListActs(options: ActsOptions): ListActs {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { adding, rows, scrollTo } = options;
  // The row for the new task stands at the end of its group, which may be far away.
  useLayoutEffect(() => {
    if (adding === null) return;
    const at = rows.indexOf(`${adding}/+`);
    if (at >= 0) scrollTo(at);
  }, [adding, rows, scrollTo]);

  return useMemo<ListActs>(() => {
    const now = () => latest.current;
    return {
      tick(id, key, range) {
        const { selection, rows } = now();
        if (id < 0) return; // the server doesn't know it yet
        const anchor = range && selection.anchor !== null ? rows.indexOf(selection.anchor) : -1;
        if (anchor < 0) return selection.toggle(id, key);
        const between = rows.idsBetween(anchor, rows.indexOf(key)).filter((one) => one > 0);
        selection.mark(between, true, selection.anchor ?? key);
      },
      tickGroup(group, on) {
        now().selection.mark(
          group.ids.filter((id) => id > 0),
          on,
          group.key,
        );
      },
      point(event, twice) {
        const target = event.target as HTMLElement;
        const cell = target.closest<HTMLElement>("[data-editable]:not([data-editing])");
        if (!cell || event.shiftKey || target.closest("a, button, input")) return;
        const { columns, focus, rows } = now();
        const column = Number(cell.dataset.column);
        if ((columns[column - 1] === "title") === twice)
          focus.goTo(rows.indexOf(cell.dataset.rowKey ?? ""), column, true);
      },
      edit(key, column) {
        const { focus, rows } = now();
        focus.goTo(rows.indexOf(key), column, true);
      },
      leave(towards) {
        const { focus } = now();
        const { index, column } = focus.cell;
        if (towards === "away") focus.setCell((cell) => ({ ...cell, editing: false }));
        else if (towards === "below") focus.goTo(index + 1, column);
        else focus.goTo(index, column + (towards === "next" ? 1 : towards === "previous" ? -1 : 0));
      },
      fold(group) {
        fold(now(), group);
      },
      add(group) {
        const { rows, onAdding } = now();
        if (rows.collapsed.has(group.key)) fold(now(), group);
        onAdding(group.key);
      },
      stopAdding(back) {
        const { onAdding, focus, rows, adding } = now();
        onAdding(null);
        const at = adding === null ? -1 : rows.indexOf(`${adding}/+`);
        if (back && at >= 0) focus.goTo(at, 2);
      },
    };
  }, []);
}

function fold({ changeSettings, grouping, rows }: ActsOptions, { key }: ListGroup): void {
  const change = rows.collapsed.has(key) ? withUnfolded : withFolded;
  changeSettings((settings) => change(settings, grouping, key));
}
