import { useLayoutEffect, useMemo, useRef } from "react";
import type { Grouping } from "./list.groups";
import type { ListActions } from "./list.context";
import { type ListColumn, withCollapsedGroup, withExpandedGroup } from "./list.columns";
import type { ListGroup } from "./list.listing";
import type { ListRows } from "./list.rows";
import type { useListFocus } from "./useListFocus";
import type { ListSelection } from "./useListSelection";
import type { ListSettingsUpdater } from "./useListSettings";

interface ActionsOptions {
  rows: ListRows;
  focus: ReturnType<typeof useListFocus>;
  selection: ListSelection;
  changeSettings: ListSettingsUpdater;
  grouping: Grouping;
  onAdding: (key: string | null) => void;
  adding: string | null;
  scrollTo: (index: number) => void;
  columns: readonly ListColumn[];
}

export function useListActions(options: ActionsOptions): ListActions {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { adding, rows, scrollTo } = options;
  // Scrolls to the field for the new task, which may be far away at the end of its group.
  useLayoutEffect(() => {
    if (adding === null) return;
    const at = rows.indexOf(`${adding}/+`);
    if (at >= 0) scrollTo(at);
  }, [adding, rows, scrollTo]);

  return useMemo<ListActions>(() => {
    const now = () => latest.current;
    return {
      tick(id, key, range) {
        const { selection, rows } = now();
        if (id < 0) return; // the task has no server id yet
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
      edit(key, column, typed) {
        const { focus, rows } = now();
        focus.goTo(rows.indexOf(key), column, true, typed);
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
      stopAdding(to) {
        const { onAdding, focus, rows, adding } = now();
        onAdding(null);
        const at = adding === null ? -1 : rows.indexOf(`${adding}/+`);
        const added = typeof to === "number" ? rows.indexOfTask(to) : -1;
        if (to !== "away" && at >= 0) focus.goTo(added >= 0 ? added : at, 2);
      },
    };
  }, []);
}

function fold({ changeSettings, grouping, rows }: ActionsOptions, { key }: ListGroup): void {
  const change = rows.collapsed.has(key) ? withExpandedGroup : withCollapsedGroup;
  changeSettings((settings) => change(settings, grouping, key));
}
