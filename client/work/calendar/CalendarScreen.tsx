import { IconPlus } from "@tabler/icons-react";
import { type MouseEvent, useCallback, useEffect, useMemo, useState } from "react";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { type Board, taskIdsInColumn } from "../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type DayNumber, dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { Store, useStore } from "../../platform/store";
import { useToday } from "../../platform/today";
import { useIsCompactWidth, useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { currentWeekSettings, useWeek } from "../../platform/week";
import { useShortcuts } from "../../ui/keys/shortcuts";
import { toast } from "../../ui/toast/toast";
import boardClasses from "../tasks/board/Board.module.css";
import { BoardHead } from "../tasks/board/BoardHead";
import { BoardInteractions } from "../tasks/board/BoardInteractions";
import { BulkBar } from "../tasks/board/BulkBar";
import { PendingChangesBar } from "../tasks/board/PendingChangesBar";
import { useCardSelection } from "../tasks/board/useCardSelection";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";
import { useVisibleCards } from "../tasks/filters/useVisibleCards";
import { EmptyList } from "../tasks/list/EmptyList";
import { positionOf } from "../tasks/pending/card-position";
import { type NewTask, withDefaults } from "../tasks/pending/new-card";
import { useAddTasks } from "../tasks/filters/useAddTasks";
import { hasNoCards } from "../tasks/state/board.visible";
import { newTaskColumn } from "../tasks/state/new-task-column";
import { useComingDates } from "../series/useComingDates";
import { useOpenTask } from "../projects/open-task";
import { useShownOrder } from "../projects/shown-order";
import { cardRightsOf, useBoard, useBoardScope } from "../tasks/state/useBoard";
import { sendBarChanges } from "../timeline/bar-changes";
import { DragController } from "../timeline/timeline.drag-state";
import type { ProjectDetails } from "../timeline/timeline.state";
import { usePendingBars } from "../timeline/usePendingBars";
import { Agenda } from "./Agenda";
import { calendarTasksOf, type DatedOccurrence, datedOccurrencesOf } from "./calendar.layout";
import type { CalendarRange } from "./calendar.range";
import { CalendarContext, type CalendarScope, type CalendarStop } from "./calendar.scope";
import { useDaysOff } from "./calendar.slots";
import { CalendarGrid } from "./CalendarGrid";
import classes from "./CalendarGrid.module.css";
import { CalendarHead } from "./CalendarHead";
import { CalendarTools } from "./CalendarTools";
import { Subscribe } from "./SubscribeDialog";
import { UndatedTray } from "./UndatedTray";
import { useCalendarKeys } from "./useCalendarKeys";
import { useCalendarPointer } from "./useCalendarPointer";
import { type ShownCalendar, useCalendarView } from "./useCalendarView";

export function CalendarScreen() {
  const text = useText();
  const { can } = useBoardScope();
  const calendar = useCalendarView();
  const { view, range } = calendar;
  const label = usePeriodText(calendar);
  const week = useWeek();
  const today = dayNumber(useToday());
  const narrow = useIsPhoneWidth();
  const compact = useIsCompactWidth();
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const visible = useVisibleCards();
  const drawn = useBoard((context) => context.drawn);
  const { dated, undated } = useMemo(() => calendarTasksOf(drawn, visible), [drawn, visible]);
  const coming = useComingTasks(range, drawn);
  const isEmpty = hasNoCards(drawn.columnIds, drawn.order);
  // Finished tasks without a date aren't shown, but may match the filter.
  const hidesAll = !isEmpty && hasNoCards(drawn.columnIds, visible) && coming.length === 0;
  const select = useCardSelection(visible);
  const selected = useBoard((context) => context.selected);
  const column = useBoard((context) => newTaskColumn(context.drawn));
  const canCreate = can.create && column !== undefined;
  const [holder] = useState(() => new DragController(() => currentWeekSettings().weekend));
  const [stop$] = useState(() => new Store<CalendarStop | null>(null));
  const [adding$] = useState(() => new Store<DayNumber | null>(null));
  const isAdding = useStore(adding$) !== null;
  const [announcement, setAnnouncement] = useState("");
  const daysOff = useDaysOff(dayOfNumber(range.first), dayOfNumber(range.first + range.weeks * 7 - 1));

  const add = useAddTasksOnDay();
  const scope = useMemo<CalendarScope>(
    () => ({
      week,
      today,
      from: range.from,
      to: range.to,
      dated,
      coming,
      daysOff,
      holder,
      stop$,
      adding$,
      canCreate,
      add,
    }),
    [week, today, range, dated, coming, daysOff, holder, stop$, adding$, canCreate, add],
  );
  useTabStop(scope, calendar);

  useShownOrder(
    useCallback(() => [...dated.map(({ task }) => task.id), ...undated.map(({ id }) => id)], [dated, undated]),
  );

  const drag = useCalendarDrag(holder, setAnnouncement);
  const pointer = useCalendarPointer(area, drag);
  const { goTo, ...keys } = useCalendarKeys(area, {
    ...drag,
    stop$,
    adding$,
    canCreate,
    calendar,
    open: useOpenTask().show,
  });
  const newTask = () => {
    const near = stop$.value?.day ?? today;
    const day = near >= range.from && near <= range.to ? near : range.from;
    adding$.set(day);
  };
  const addOnEmptyPart = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>("[role=gridcell]");
    if (canCreate && cell && !target.closest("[data-task], button, input, [data-portal]"))
      adding$.set(Number(cell.dataset.day));
  };
  useCalendarShortcuts(canCreate ? newTask : undefined, () => {
    calendar.show({ ...view, day: dayOfNumber(today) });
    goTo(today);
  });
  return (
    <>
      <BoardHead onNewTask={canCreate ? newTask : undefined} />
      <CalendarTools />
      <PendingChangesBar />
      <CalendarHead label={label} calendar={calendar}>
        <Subscribe compact={compact} />
      </CalendarHead>
      <BoardInteractions select={select} view="calendar">
        <CalendarContext value={scope}>
          {hidesAll && !isAdding ? (
            <EmptyList isEmpty={false} onAdd={undefined} />
          ) : (
            <div
              ref={setArea}
              role="group"
              aria-label={label}
              className={classes.area}
              {...pointer}
              {...keys}
              onKeyDown={keys.onKeyDown}
              onClick={addOnEmptyPart}
            >
              {view.layout === "agenda" ? (
                <Agenda label={label} range={range} />
              ) : (
                <CalendarGrid label={label} range={range} whole={view.layout === "week"} />
              )}
              {!(narrow && undated.length === 0) && <UndatedTray tasks={undated} />}
            </div>
          )}
        </CalendarContext>
      </BoardInteractions>
      <BulkBar ids={selected} onClear={select.clear} />
      {canCreate && selected.length === 0 && (
        <button type="button" className={boardClasses.fab} aria-label={text("board.newTask")} onClick={newTask}>
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
      )}
      <KeyboardHelp announcement={announcement} />
    </>
  );
}

/** The tasks that series will create in the shown weeks. */
function useComingTasks({ first, weeks }: CalendarRange, board: Board): readonly DatedOccurrence[] {
  const { projectId: id } = useBoardScope();
  const { filter } = useBoardFilter();
  const period = { from: dayOfNumber(first), to: dayOfNumber(first + weeks * 7 - 1) };
  const dates = useComingDates({ id, board }, period, filter);
  return useMemo(() => datedOccurrencesOf(dates), [dates]);
}

/** Texts for screen readers: how to use the keyboard, and the result of the last change. */
function KeyboardHelp({ announcement }: { announcement: string }) {
  const text = useText();
  return (
    <>
      <p id="calendar-keys" className="sr-only">
        {text("calendar.keys")}
      </p>
      <div role="status" aria-live="assertive" aria-atomic className="sr-only">
        {announcement}
      </div>
    </>
  );
}

/** Adds tasks that are due on a day to the column for new tasks. */
function useAddTasksOnDay(): (day: DayNumber, added: readonly NewTask[]) => void {
  const { actor } = useBoardScope();
  const addTasks = useAddTasks();
  return useCallback(
    (day: DayNumber, added: readonly NewTask[]) => {
      const { drawn: now } = actor.getSnapshot().context;
      const columnId = newTaskColumn(now);
      if (columnId === undefined || added.length === 0) return;
      const ids = taskIdsInColumn(now, columnId);
      const tasks = added.map((task) => withDefaults({ due_date: dayOfNumber(day) }, task));
      addTasks(tasks, positionOf(columnId, ids, ids.length));
    },
    [actor, addTasks],
  );
}

function usePeriodText({ view, range }: ShownCalendar): string {
  const text = useText();
  const { day } = useFormat();
  if (view.layout !== "week") return day(dayOfNumber(range.from), "monthYear");
  return text("calendar.week", { from: day(dayOfNumber(range.from)), to: day(dayOfNumber(range.to), "medium") });
}

/** Keeps one day of the shown period in the tab order: today, or else its first day. */
function useTabStop({ stop$, today }: CalendarScope, { range }: ShownCalendar): void {
  useEffect(() => {
    const end = range.first + range.weeks * 7 - 1;
    const day = stop$.value?.day;
    if (day !== undefined && range.first <= day && day <= end) return;
    stop$.set({ day: range.from <= today && today <= range.to ? today : range.from, taskId: null });
  }, [stop$, today, range]);
}

/** Common part of dragging by pointer and by keyboard. */
function useCalendarDrag(holder: DragController, say: (text: string) => void) {
  const { actor } = useBoardScope();
  const bars = useBarScope(say);
  const project = useProjectDates();
  const canMove = useCanMove();
  return { ...bars, actor, holder, project, canMove, drop: usePendingBars(bars).drop };
}

/** Date changes caused by drops. A refused change has already been reverted. */
function useBarScope(say: (text: string) => void) {
  const text = useText();
  const week = useWeek();
  const { actor } = useBoardScope();
  return useMemo(() => {
    const onRefused = ({ task, message }: { task: BoardTask; message: string }) => {
      const words = text("timeline.refused", { key: task.key, reason: message });
      toast.error(words);
      say(words);
    };
    return {
      week,
      say,
      store: {
        want: (changes: Parameters<typeof sendBarChanges>[0], words: string) =>
          sendBarChanges(changes, words, onRefused),
        boardOf: () => actor.getSnapshot().context.drawn,
      },
    };
  }, [text, week, actor, say]);
}

/** Dates of the project, outside of which tasks can't be moved; null until the project is loaded. */
function useProjectDates(): ProjectDetails | null {
  const { projectId, can } = useBoardScope();
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  return useMemo(() => {
    if (!project) return null;
    const { id, title, code, color, start_date, end_date } = project;
    return { id, title, code, color, start_date, end_date, archived: project.archived, can: { edit: can.edit } };
  }, [project, can]);
}

/** Whether the user may change a task's dates, for handlers outside of rendering. */
function useCanMove(): (task: BoardTask) => boolean {
  const { actor, can } = useBoardScope();
  const me = useCurrentUser().id;
  return useCallback(
    (task: BoardTask) => cardRightsOf(task, { can, me, groups: actor.getSnapshot().context.drawn.groups }).edit,
    [actor, can, me],
  );
}

function useCalendarShortcuts(newTask: (() => void) | undefined, toToday: () => void): void {
  useShortcuts({
    title: "title.projectCalendar",
    shortcuts: [
      { keys: ["n"], label: "keys.new", run: () => (newTask ? newTask() : false) },
      { keys: ["t"], label: "timeline.today", run: toToday },
      { keys: [], label: "calendar.key.page", shown: ["PgUp", "PgDn"] },
      { keys: [], label: "calendar.key.walk", shown: ["↑", "↓", "←", "→"] },
      { keys: [], label: "calendar.key.enter", shown: ["Enter"] },
      { keys: [], label: "calendar.key.move", shown: ["⇧ ←", "⇧ →", "⇧ ↑", "⇧ ↓"] },
      { keys: [], label: "timeline.key.end", shown: ["Alt ⇧ ←", "Alt ⇧ →"] },
    ],
  });
}
