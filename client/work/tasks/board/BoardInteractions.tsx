import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { type CardActions, CardActionsContext } from "../state/card-actions";
import { CardCommands } from "./CardCommands";
import { CardMenus, useCardMenu } from "./CardMenu";
import { QuickMenus } from "./QuickMenus";
import { type TaskView, useBoardKeys } from "./useBoardKeys";
import type { CardSelection } from "./useCardSelection";

export function BoardInteractions({ select, view = "board", children }: BoardInteractionsProps) {
  return (
    <QuickMenus>
      <CardCommands select={select} />
      <CardMenus select={select}>
        <Picking select={select} view={view}>
          {children}
        </Picking>
      </CardMenus>
    </QuickMenus>
  );
}

interface BoardInteractionsProps {
  select: CardSelection;
  view?: TaskView;
  children: ReactNode;
}

function Picking({ select, view, children }: BoardInteractionsProps & { view: TaskView }) {
  const menu = useCardMenu();
  useBoardKeys(select, view);
  const latest = useRef(select);
  useLayoutEffect(() => {
    latest.current = select;
  });
  const acts = useMemo<CardActions>(
    () => ({
      picks: ({ ctrlKey, metaKey, shiftKey, target, nativeEvent }) => {
        if ((target as HTMLElement).closest("button")) return false;
        if (ctrlKey || metaKey || shiftKey) return true;
        const byTouch = (nativeEvent as PointerEvent).pointerType === "touch";
        return byTouch && latest.current.ids().length > 0;
      },
      pick: (taskId, through) => (through ? latest.current.through(taskId) : latest.current.toggle(taskId)),
      menu: (taskId, event) => {
        event.preventDefault();
        // Some browsers send `contextmenu` on a long press, which already starts a drag.
        if (taskId < 0 || (event.nativeEvent as PointerEvent).pointerType === "touch") return;
        const link = event.currentTarget.querySelector<HTMLElement>("[data-card-link]") ?? event.currentTarget;
        menu.open(taskId, link, { x: event.clientX, y: event.clientY });
      },
    }),
    [menu],
  );
  return <CardActionsContext value={acts}>{children}</CardActionsContext>;
}
