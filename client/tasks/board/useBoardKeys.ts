import { useMemo } from "react";
import { taskOf } from "../../../shared/tasks/tasks.board";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { type Shortcut, useShortcuts } from "../../ui/keys/shortcuts";
import { useCardMenu } from "./CardMenu";
import { editPanelTitle } from "../detail/panel-title";
import { type QuickField, useQuickMenus } from "./QuickMenus";
import { useBoardScope } from "./state/useBoard";
import { useOpenTask } from "../filters/useBoardFilter";
import { bulkActs } from "./useBulkActs";
import type { Select } from "./useSelect";

/** The card that has the keys, and what they act on: all selected cards if there are any. */
function pointedAt(selected: readonly number[]): { card: HTMLElement; id: number; ids: readonly number[] } | null {
  const card = document.activeElement?.closest<HTMLElement>("[data-task]");
  const first = card ?? document.querySelector<HTMLElement>("[data-task][data-selected]");
  const id = Number(first?.dataset.task);
  if (!first || !(id > 0)) return null;
  return { card: first, id, ids: selected.length > 0 ? selected : [id] };
}

/** The letters of the board. Documented by themselves: `?` lists them. */
export function useBoardKeys(select: Select, view: "board" | "list"): void {
  const { actor, can } = useBoardScope();
  const { open, show } = useOpenTask();
  const me = useCurrentUser();
  const quick = useQuickMenus();
  const menu = useCardMenu();
  const text = useText();

  const shortcuts = useMemo((): Shortcut[] => {
    const selected = select.ids;
    const onCard = (allowed: boolean, run: (at: NonNullable<ReturnType<typeof pointedAt>>) => void) => () => {
      const at = allowed ? pointedAt(selected()) : null;
      if (at) run(at);
      return at !== null;
    };
    const acts = (ids: readonly number[]) => bulkActs(actor, ids, text);
    const choose = (keys: string[], label: Shortcut["label"], field: QuickField, allowed = can.edit): Shortcut => ({
      keys,
      label,
      run: onCard(allowed, ({ card, ids }) => quick.open(field, ids, card)),
    });
    const ofBoard: Shortcut[] = [
      { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], label: "keys.walk" },
      { keys: [" "], label: "keys.lift" },
      { keys: ["o"], label: "keys.open", shown: ["Enter", "o"], run: onCard(true, ({ id }) => show(id)) },
      { keys: ["x"], label: "keys.select", run: onCard(true, ({ id }) => select.toggle(id)) },
      { keys: [], label: "keys.selectRange", shown: ["⇧ ↑", "⇧ ↓"] },
    ];
    return [
      ...(view === "board" ? ofBoard : []),
      {
        keys: ["e"],
        label: "keys.editTitle",
        run: onCard(can.edit, ({ card, id }) => {
          if (id !== open || !editPanelTitle()) quick.open("title", [id], card);
        }),
      },
      choose(["a"], "keys.assign", "assignee"),
      {
        keys: ["i"],
        label: "keys.assignMe",
        run: onCard(can.edit, ({ ids }) => acts(ids).assign("users", me.id)),
      },
      choose(["m"], "keys.move", "status", can.move),
      choose(["l"], "keys.labels", "tag"),
      choose(["d"], "keys.due", "due"),
      choose(["p"], "keys.priority", "priority"),
      {
        keys: ["1", "2", "3", "4", "5"],
        label: "keys.complexity",
        shown: ["1", "5"],
        run: (event) =>
          onCard(can.edit, ({ ids }) => acts(ids).set({ complexity: Number(event.code.slice(-1) || event.key) }))(),
      },
      {
        keys: ["c"],
        label: "keys.archive",
        run: onCard(can.edit, ({ id, ids }) => {
          if (ids.length === 1 && taskOf(actor.getSnapshot().context.drawn, id))
            actor.send({ type: "ARCHIVE", taskId: id });
          else acts(ids).archive();
        }),
      },
      { keys: ["Shift+x"], label: "keys.selectRange", run: onCard(true, ({ id }) => select.through(id)) },
      {
        keys: ["."],
        label: "keys.menu",
        run: onCard(true, ({ card, id }) => menu.open(id, card.querySelector<HTMLElement>("[data-card-link]") ?? card)),
      },
      {
        keys: ["Escape"],
        label: "keys.clear",
        run: () => {
          if (selected().length === 0) return false;
          select.clear();
          return true;
        },
      },
    ];
  }, [actor, can, me.id, menu, open, quick, select, show, text, view]);
  useShortcuts({ title: "keys.board", shortcuts });
}
