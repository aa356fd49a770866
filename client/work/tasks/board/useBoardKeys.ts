import { useMemo } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { isFocusOnPage, isInView } from "../../../ui/keys/focus";
import { type Shortcut, useShortcuts } from "../../../ui/keys/shortcuts";
import { useCardMenu } from "./CardMenu";
import { editPanelTitle } from "../detail/panel-title";
import { type QuickField, useQuickMenus } from "./QuickMenus";
import { type CardRights, rightsOfTasks, useBoardScope } from "../state/useBoard";
import { useOpenTask } from "../../projects/open-task";
import { bulkActionsOf } from "./useBulkActions";
import type { CardSelection } from "./useCardSelection";

interface PointedAt {
  card: HTMLElement;
  id: number;
  ids: readonly number[];
}

/**
 * Returns the target of a shortcut: the focused card, or the selected cards if no other element has the focus. Null where the key has
 * another meaning, as in list cells and on buttons.
 */
function pointedAt(selected: readonly number[]): PointedAt | null {
  const active = document.activeElement;
  const own = active?.closest<HTMLElement>("[data-task]");
  if (active?.closest("[role=gridcell]:not([data-column='0'])")?.hasAttribute("data-column")) return null;
  const free = isFocusOnPage() || active?.closest("[data-bulk]");
  const marked = free ? [...document.querySelectorAll<HTMLElement>("[data-task][data-selected]")] : [];
  const card = own ?? marked.find(isInView) ?? marked[0];
  const id = Number(card?.dataset.task);
  if (!card || !(id > 0)) return null;
  return { card, id, ids: selected.length > 0 ? selected : [id] };
}

/** The list and the calendar have their own navigation keys, and the list has its own selection keys. All other keys are shared. */
export type TaskView = "board" | "list" | "calendar";

const titles = { board: "keys.board", list: "keys.onTick", calendar: "keys.onTask" } as const;

export function useBoardKeys(select: CardSelection, view: TaskView): void {
  const { actor, can } = useBoardScope();
  const { open, show } = useOpenTask();
  const me = useCurrentUser();
  const quick = useQuickMenus();
  const menu = useCardMenu();
  const text = useText();

  const shortcuts = useMemo((): Shortcut[] => {
    const selected = select.ids;
    const mayChange = (ids: readonly number[], right: keyof CardRights): boolean => {
      const { drawn } = actor.getSnapshot().context;
      const tasks = ids.flatMap((id) => taskById(drawn, id) ?? []);
      return rightsOfTasks(tasks, { can, me: me.id, groups: drawn.groups })[right];
    };
    /** @param right required for each card that the shortcut concerns; null if every reader may use it */
    const onCard =
      (right: keyof CardRights | null, run: (at: NonNullable<ReturnType<typeof pointedAt>>) => void) => () => {
        const at = pointedAt(selected());
        if (!at || (right && !mayChange(at.ids, right))) return false;
        // A card outside the viewport is only scrolled into view, so that the user sees what a shortcut will change.
        if (!isInView(at.card)) at.card.scrollIntoView({ block: "center", inline: "nearest" });
        else run(at);
        return true;
      };
    const acts = (ids: readonly number[]) => bulkActionsOf(actor, ids, text);
    const choose = (
      keys: string[],
      label: Shortcut["label"],
      field: QuickField,
      right: keyof CardRights = "edit",
    ): Shortcut => ({
      keys,
      label,
      run: onCard(right, ({ card, ids }) => quick.open(field, ids, card)),
    });
    const opens: Shortcut = {
      keys: ["o"],
      label: "keys.open",
      shown: ["Enter", "o"],
      run: onCard(null, ({ id }) => show(id)),
    };
    const moves: Shortcut[] = [
      { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], label: "keys.walk" },
      { keys: [" "], label: "keys.lift" },
    ];
    // The list has its own selection keys (`useListKeys`).
    const selects: Shortcut[] = [
      { keys: ["x"], label: "keys.select", run: onCard(null, ({ id }) => select.toggle(id)) },
      {
        keys: ["Shift+x"],
        label: "keys.selectRange",
        shown: ["⇧ X", "⇧ ↑", "⇧ ↓"],
        run: onCard(null, ({ id }) => select.through(id)),
      },
    ];
    // Not available in the list, where a digit starts a number in a cell and the column may be hidden.
    const complexity: Shortcut[] = [
      {
        keys: ["1", "2", "3", "4", "5"],
        label: "keys.complexity",
        shown: ["1", "5"],
        run: (event) =>
          onCard("edit", ({ ids }) => acts(ids).set({ complexity: Number(event.code.slice(-1) || event.key) }))(),
      },
    ];
    return [
      ...(view === "board" ? moves : []),
      ...(view === "list" ? [] : selects),
      opens,
      {
        keys: ["e"],
        label: "keys.editTitle",
        run: onCard("edit", ({ card, id }) => {
          if (id !== open || !editPanelTitle()) quick.open("title", [id], card);
        }),
      },
      choose(["a"], "keys.assign", "assignee"),
      {
        keys: ["i"],
        label: "keys.assignMe",
        run: onCard("edit", ({ ids }) => acts(ids).assign("users", me.id)),
      },
      choose(["m"], "keys.move", "status", "move"),
      choose(["l"], "keys.labels", "tag"),
      choose(["d"], "keys.due", "due"),
      choose(["p"], "keys.priority", "priority"),
      {
        keys: ["v"],
        label: "keys.fields",
        run: () => {
          const hasFields = actor.getSnapshot().context.drawn.fields.length > 0;
          return hasFields && onCard("edit", ({ card, ids }) => quick.open("fields", ids, card))();
        },
      },
      ...(view === "board" ? complexity : []),
      {
        keys: ["Shift+a"],
        label: "keys.archive",
        run: onCard("edit", ({ id, ids }) => {
          if (ids.length === 1 && taskById(actor.getSnapshot().context.drawn, id))
            actor.send({ type: "ARCHIVE", taskId: id });
          else acts(ids).archive();
        }),
      },
      {
        keys: ["."],
        label: "keys.menu",
        run: onCard(null, ({ card, id }) => menu.open(id, card.querySelector<HTMLElement>("[data-card-link]") ?? card)),
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
  useShortcuts({ title: titles[view], shortcuts });
}
