import type { NewTask } from "../tasks/pending/new-card";
import { createContext, useContext } from "react";
import type { DayNumber } from "../../../shared/kernel/day-number";
import type { WeekSettings } from "../../../shared/kernel/week";
import { type Store, useStorePart } from "../../platform/store";
import type { DragController } from "../timeline/timeline.drag-state";
import type { DatedOccurrence, DatedTask } from "./calendar.layout";
import type { DayOffMark } from "./calendar.slots";

/** The day or task that is in the tab order. */
export interface CalendarStop {
  day: DayNumber;
  taskId: number | null;
}

export interface CalendarScope {
  week: WeekSettings;
  today: DayNumber;
  /** Bounds of the shown month or week; days outside are dimmed. */
  from: DayNumber;
  to: DayNumber;
  dated: readonly DatedTask[];
  /** The tasks that series will create. */
  coming: readonly DatedOccurrence[];
  daysOff: ReadonlyMap<string, DayOffMark>;
  holder: DragController;
  stop$: Store<CalendarStop | null>;
  /** The day on which a title is being typed; undefined if the user may not create tasks. */
  adding$: Store<DayNumber | null>;
  canCreate: boolean;
  add: (day: DayNumber, added: readonly NewTask[]) => void;
}

export const CalendarContext = createContext<CalendarScope | null>(null);

export function useCalendar(): CalendarScope {
  const scope = useContext(CalendarContext);
  if (!scope) throw new Error("There is no calendar around this.");
  return scope;
}

/** Whether this day or task is the tab stop. Moving the focus re-renders only the old and the new stop. */
export function useIsStop(day: DayNumber, taskId: number | null): boolean {
  return useStorePart(useCalendar().stop$, (stop) => stop?.day === day && stop.taskId === taskId);
}
