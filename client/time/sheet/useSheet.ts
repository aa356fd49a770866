import { useMemo } from "react";
import { BehaviorSubject } from "rxjs";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { isDay } from "../../../shared/kernel/fields";
import { addDays, dayIn, mondayOf, weekdayOf } from "../../../shared/time/days.rules";
import { type loggableTasks, readTimeSheet, type TimeSheet } from "../../../shared/time/sheet.contract";
import { gridOf } from "../../../shared/time/sheet.rules";
import { useNow } from "../../platform/now";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useValue } from "../../platform/value";
import { useAddress } from "../../platform/address/useAddress";
import { useTimer, useTimeZone } from "../timer/useTimer";

export type LoggableTask = ReplyOf<typeof loggableTasks>["data"][number];

/** Rows that were opened by hand and have no hours yet. They stay while one goes to and fro between screens. */
const pinned$ = new BehaviorSubject<readonly LoggableTask[]>([]);

export function pinTask(task: LoggableTask): void {
  if (!pinned$.value.some((one) => one.id === task.id)) pinned$.next([...pinned$.value, task]);
}

export interface SheetPlace {
  /** A whole week by its Monday; null is the last seven days. */
  monday: string | null;
  from: string;
  to: string;
  userId: number;
  projectId: number | null;
  own: boolean;
  change: (chosen: { monday?: string | null; userId?: number | null; projectId?: number | null }) => void;
}

const idOf = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** Whose time of which days is looked at: it stands in the address. */
export function useSheetPlace(): SheetPlace {
  const me = useCurrentUser();
  const [search, setSearch] = useAddress();
  const today = dayIn(useTimeZone(), useNow());
  const week = search.get("week") ?? "";
  const monday = isDay(week) && weekdayOf(week) === 1 ? week : null;
  const userId = idOf(search.get("user")) ?? me.id;
  return {
    monday,
    from: monday ?? addDays(today, -6),
    to: monday ? addDays(monday, 6) : today,
    userId,
    projectId: idOf(search.get("project")),
    own: userId === me.id,
    change: (chosen) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          const set = (name: string, value: string | number | null | undefined) => {
            if (value === undefined) return;
            if (value === null || value === me.id) next.delete(name);
            else next.set(name, String(value));
          };
          set("week", chosen.monday);
          set("user", chosen.userId);
          set("project", chosen.projectId);
          return next;
        },
        { preventScrollReset: true },
      ),
  };
}

export function useSheet({ from, to, userId, projectId, own }: SheetPlace) {
  const query = { from, to, ...(own ? {} : { user_id: userId }), ...(projectId ? { project_id: projectId } : {}) };
  return useEndpoint(readTimeSheet, { query }, { placeholderData: (before) => before });
}

/** The sheet as a grid, with the rows opened by hand and the running timer. */
export function useGrid(sheet: TimeSheet, projectId: number | null) {
  const pinned = useValue(pinned$);
  const ticking = useTimer();
  const now = useNow().getTime();
  const own = sheet.can.log;
  const timer = own ? (ticking?.timer ?? null) : null;
  const ran = timer
    ? Math.max(0, Math.floor((now + (ticking?.skewMs ?? 0) - Date.parse(timer.started_at)) / 60_000))
    : 0;
  return useMemo(() => {
    const within = <Task extends { project_id: number }>(task: Task) =>
      projectId === null || task.project_id === projectId;
    return gridOf(sheet, {
      pinned: own ? pinned.filter(within) : [],
      running: timer && within(timer.task) ? { task: timer.task, minutes: ran } : null,
    });
  }, [sheet, pinned, timer, ran, own, projectId]);
}

export const lastWeekOf = (today: string): string => addDays(mondayOf(today), -7);
