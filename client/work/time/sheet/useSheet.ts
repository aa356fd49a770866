import { useMemo } from "react";
import { useIntl } from "react-intl";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { isValidDay } from "../../../../shared/kernel/fields";
import { nameOrder } from "../../../../shared/kernel/text/order";
import { addDays, localDayIn, mondayOf, weekdayOf } from "../../../../shared/kernel/days";
import { type loggableTasks, readTimeSheet, type TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { buildSheetGrid } from "../../../../shared/work/time/sheet.rules";
import { useNow } from "../../../platform/now";
import { useEndpoint } from "../../../platform/query";
import { clearForNextUser, useCurrentUser } from "../../../platform/session";
import { Store, useStore } from "../../../platform/store";
import { useAddress } from "../../../platform/address/useAddress";
import { useTimer, useTimeZone } from "../timer/useTimer";

export type LoggableTask = ReplyOf<typeof loggableTasks>["data"][number];

/** Manually added rows without hours; kept while the user navigates between screens. */
const pinned$ = new Store<readonly LoggableTask[]>([]);
clearForNextUser(() => pinned$.set([]));

export function pinTask(task: LoggableTask): void {
  if (!pinned$.value.some((one) => one.id === task.id)) pinned$.set([...pinned$.value, task]);
}

export interface SheetView {
  /** Monday of the displayed week; null for the last seven days. */
  monday: string | null;
  from: string;
  to: string;
  userId: number;
  projectId: number | null;
  own: boolean;
  change: (chosen: { monday?: string | null; userId?: number | null; projectId?: number | null }) => void;
}

const idOf = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export function useSheetView(): SheetView {
  const me = useCurrentUser();
  const [search, setSearch] = useAddress();
  const today = localDayIn(useTimeZone(), useNow());
  const week = search.get("week") ?? "";
  const monday = isValidDay(week) && weekdayOf(week) === 1 ? week : null;
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

export function useSheet({ from, to, userId, projectId, own }: SheetView) {
  const query = { from, to, ...(own ? {} : { user_id: userId }), ...(projectId ? { project_id: projectId } : {}) };
  return useEndpoint(readTimeSheet, { query }, { placeholderData: (before) => before });
}

export function useSheetGrid(sheet: TimeSheet, projectId: number | null) {
  const pinned = useStore(pinned$);
  const ticking = useTimer();
  const { locale } = useIntl();
  const now = useNow().getTime();
  const own = sheet.can.log;
  const timer = own ? (ticking?.timer ?? null) : null;
  const ran = timer
    ? Math.max(0, Math.floor((now + (ticking?.skewMs ?? 0) - Date.parse(timer.started_at)) / 60_000))
    : 0;
  return useMemo(() => {
    const within = <Task extends { project_id: number }>(task: Task) =>
      projectId === null || task.project_id === projectId;
    return buildSheetGrid(sheet, {
      pinned: own ? pinned.filter(within) : [],
      running: timer && within(timer.task) ? { task: timer.task, minutes: ran } : null,
      order: nameOrder(locale),
    });
  }, [sheet, pinned, timer, ran, own, projectId, locale]);
}

export const lastWeekOf = (today: string): string => addDays(mondayOf(today), -7);
