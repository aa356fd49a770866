import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import { type DayNumber, dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import { useText } from "../../platform/intl/useText";
import { useBarSteps } from "../timeline/useBarSteps";
import type { PendingBarsScope } from "../timeline/usePendingBars";
import type { CalendarScope, CalendarStop } from "./calendar.scope";
import { isRtl } from "./calendar.layout";
import { stepView } from "./calendar.range";
import type { CalendarDrag } from "./useCalendarPointer";
import type { ShownCalendar } from "./useCalendarView";

const modifiers: readonly string[] = ["Shift", "Alt", "Control", "Meta"];

interface KeyScope extends CalendarDrag, Pick<CalendarScope, "stop$" | "adding$" | "canCreate">, PendingBarsScope {
  calendar: ShownCalendar;
  open: (taskId: number) => void;
}

/**
 * Keyboard control of the grid. On a day, arrows go to other days, and Enter goes to the day's tasks or creates one if there is none. On a
 * task, Up and Down go through the day's tasks, Shift with arrows moves the task, and Shift+Alt with arrows moves only its due date.
 */
export function useCalendarKeys(area: HTMLElement | null, scope: KeyScope) {
  const text = useText();
  const { stop$, adding$, calendar } = scope;
  const { carry, finish } = useBarSteps(scope, scope.drop);
  const { pendingFocus, goTo, focusItem } = useStopFocus(area, scope);

  const moveTask = (taskId: number, day: DayNumber, days: number, endOnly: boolean) => {
    const task = taskById(scope.actor.getSnapshot().context.drawn, taskId);
    if (!task || !scope.project || taskId < 0) return;
    if (!scope.canMove(task)) return scope.say(text("timeline.said.readOnly"));
    carry({ task, project: scope.project, others: [] }, endOnly ? "end" : "move", days, () => {
      const span = scope.holder.drag$.value?.span;
      const start = span ? Math.max(span.from, calendar.range.first) : day;
      pendingFocus.current = { day: endOnly ? day : start, taskId };
      const { first, weeks } = calendar.range;
      if (span && (span.to < first || span.from >= first + weeks * 7))
        calendar.show({ ...calendar.view, day: dayOfNumber(span.from) });
    });
  };

  const onTask = (event: KeyboardEvent<HTMLElement>, link: HTMLElement, days: number | undefined) => {
    const taskId = Number(link.dataset.cardLink);
    const day = stop$.value?.day ?? Number(link.closest<HTMLElement>("[data-day]")?.dataset.day);
    if (days !== undefined && event.shiftKey) {
      event.preventDefault();
      return moveTask(taskId, day, days, event.altKey);
    }
    if (event.key === "Enter" && scope.holder.drag$.value) {
      // Dropping the task renders its link elsewhere, so that the link's own click would be lost.
      event.preventDefault();
      finish(true);
      return scope.open(taskId);
    }
    finish(event.key !== "Escape");
    if (event.key === "Escape") {
      event.stopPropagation();
      return goTo(day);
    }
    if (days === undefined) return;
    event.preventDefault();
    if (Math.abs(days) === 1) return goTo(day + days);
    const items = area ? itemsOnDay(area, day) : [];
    const next = items[items.indexOf(link) + (days > 0 ? 1 : -1)];
    if (next) focusItem(next, day);
    else goTo(days > 0 ? day + 7 : day);
  };

  const onDay = (event: KeyboardEvent<HTMLElement>, cell: HTMLElement, days: number | undefined) => {
    const day = Number(cell.dataset.day);
    const to = days === undefined ? dayAfterKey(event.key, day, scope) : day + days;
    if (to !== null) {
      event.preventDefault();
      return goTo(to);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [item] = area ? itemsOnDay(area, day) : [];
    if (item) focusItem(item, day);
    else if (scope.canCreate) adding$.set(day);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || modifiers.includes(event.key)) return;
    if (target.closest("[data-portal], input")) return;
    const rtl = isRtl(target);
    const steps: Record<string, number> = {
      ArrowLeft: rtl ? 1 : -1,
      ArrowRight: rtl ? -1 : 1,
      ArrowUp: -7,
      ArrowDown: 7,
    };
    const days = steps[event.key];
    const item = target.closest<HTMLElement>("[data-card-link], [data-more]");
    if (item?.closest("[data-week]")) onTask(event, item, days);
    else if (target.matches("[role=gridcell]")) onDay(event, target, days);
  };

  /** Moving the focus elsewhere drops the task. */
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget as HTMLElement | null;
    if (to?.closest("[data-task]") !== (event.target as HTMLElement).closest("[data-task]")) finish(true);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (target.matches("[role=gridcell]")) stop$.set({ day: Number(target.dataset.day), taskId: null });
    else if (target.matches("[data-week] [data-card-link]")) {
      const taskId = Number(target.dataset.cardLink);
      const cell = Number(target.closest<HTMLElement>("[data-day]")?.dataset.day);
      const focusedDay = stop$.value?.taskId === taskId ? stop$.value.day : cell;
      stop$.set({ day: focusedDay, taskId });
    }
  };

  return { onKeyDown, onBlur, onFocus, goTo };
}

/** Focuses days and tasks of the grid. A stop that isn't drawn yet is kept in `pendingFocus` and focused once it is. */
function useStopFocus(area: HTMLElement | null, { stop$, calendar }: Pick<KeyScope, "stop$" | "calendar">) {
  const pendingFocus = useRef<CalendarStop | null>(null);

  useLayoutEffect(() => {
    const stop = pendingFocus.current;
    if (!stop || !area) return;
    const found = findStop(area, stop);
    if (!found) return;
    pendingFocus.current = null;
    if (document.activeElement !== found) found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "nearest" });
  });

  const focusStop = (stop: CalendarStop) => {
    stop$.set(stop);
    const found = area && findStop(area, stop);
    if (found) {
      found.focus({ preventScroll: true });
      found.scrollIntoView({ block: "nearest" });
    } else pendingFocus.current = stop;
  };

  /** Focuses a day, in another month or week if necessary. */
  const goTo = (day: DayNumber) => {
    const { first, weeks } = calendar.range;
    if (day < first || day >= first + weeks * 7) calendar.show({ ...calendar.view, day: dayOfNumber(day) });
    focusStop({ day, taskId: null });
  };

  const focusItem = (item: HTMLElement, day: DayNumber) => {
    stop$.set({ day, taskId: Number(item.dataset.cardLink) || null });
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: "nearest" });
  };

  return { pendingFocus, goTo, focusItem };
}

function dayAfterKey(key: string, day: DayNumber, { calendar: { view, range } }: KeyScope): DayNumber | null {
  const column = (day - range.first) % 7;
  switch (key) {
    case "Home":
      return day - column;
    case "End":
      return day - column + 6;
    case "PageUp":
    case "PageDown":
      return dayNumber(stepView({ layout: view.layout, day: dayOfNumber(day) }, key === "PageUp" ? -1 : 1).day);
    default:
      return null;
  }
}

/** Links and "3 more" of a day from top to bottom, bars from earlier days included. */
function itemsOnDay(area: HTMLElement, day: DayNumber): HTMLElement[] {
  const week = [...area.querySelectorAll<HTMLElement>("[data-week]")].find((row) => {
    const first = Number(row.dataset.week);
    return first <= day && day <= first + 6;
  });
  if (!week) return [];
  const column = day - Number(week.dataset.week);
  const bars = [...week.querySelectorAll<HTMLElement>("[data-span]")].filter(({ dataset }) => {
    const from = Number(dataset.column);
    return from <= column && column < from + Number(dataset.span);
  });
  const top = (bar: HTMLElement) => bar.getBoundingClientRect().top;
  const links = bars
    .sort((a, b) => top(a) - top(b))
    .flatMap((bar) => bar.querySelector<HTMLElement>("[data-card-link]") ?? []);
  const moreButton = week.querySelector<HTMLElement>(`[data-day="${day}"] [data-more]`);
  return moreButton ? [...links, moreButton] : links;
}

function findStop(area: HTMLElement, { day, taskId }: CalendarStop): HTMLElement | null {
  if (taskId === null) return area.querySelector<HTMLElement>(`[role=gridcell][data-day="${day}"]`);
  const own = area.querySelector<HTMLElement>(`[data-day="${day}"] [data-card-link="${taskId}"]`);
  return own ?? area.querySelector<HTMLElement>(`[data-week] [data-card-link="${taskId}"]`);
}
