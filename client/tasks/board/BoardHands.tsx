import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { type CardActs, CardActsContext } from "./state/card-acts";
import { CardMenus, useCardMenu } from "./CardMenu";
import { QuickMenus } from "./QuickMenus";
import { useBoardKeys } from "./useBoardKeys";
import type { Select } from "./useSelect";

/** What cards answer to besides being dragged: keys, menus, and being picked. */
export function BoardHands({ select, view = "board", children }: BoardHandsProps) {
  return (
    <QuickMenus>
      <CardMenus select={select}>
        <Picking select={select} view={view}>
          {children}
        </Picking>
      </CardMenus>
    </QuickMenus>
  );
}

interface BoardHandsProps {
  select: Select;
  /** A list walks, opens and ticks by keys of its own; all others are the same. */
  view?: "board" | "list";
  children: ReactNode;
}

function Picking({ select, view, children }: BoardHandsProps & { view: "board" | "list" }) {
  const menu = useCardMenu();
  useBoardKeys(select, view);
  const latest = useRef(select);
  useLayoutEffect(() => {
    latest.current = select;
  });
  const acts = useMemo<CardActs>(
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
        // A long press is a right click to some browsers; there it has lifted the card already.
        if (taskId < 0 || (event.nativeEvent as PointerEvent).pointerType === "touch") return;
        const link = event.currentTarget.querySelector<HTMLElement>("[data-card-link]") ?? event.currentTarget;
        menu.open(taskId, link, { x: event.clientX, y: event.clientY });
      },
    }),
    [menu],
  );
  return <CardActsContext value={acts}>{children}</CardActsContext>;
}
