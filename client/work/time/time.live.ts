import { loggableTasks, reportProjectTime, readTimeSheet } from "../../../shared/work/time/sheet.contract";
import { listTimeEntries } from "../../../shared/work/time/time.contract";
import type { TimeEntryEvents, TimeEvents } from "../../../shared/work/time/time.events";
import { readTimer } from "../../../shared/work/time/timer.contract";
import { listWeeks, listWaitingWeeks } from "../../../shared/work/time/week.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

const entry = ({ data }: { data: { project_id: number } }, cache: LiveCache) =>
  cache.refetchSoon(
    queryKeyOf(reportProjectTime, { id: data.project_id }),
    listTimeEntries,
    readTimeSheet,
    listWeeks,
    loggableTasks,
  );

/**
 * Set from the event at once: a timer that starts a second later in another tab would look like a different timer. Refetched because the
 * time of an event that is replayed after a reconnect isn't the server's present time.
 */
const timer = (now: ReplyOf<typeof readTimer>, cache: LiveCache) => {
  cache.set(queryKeyOf(readTimer, {}, {}), now);
  cache.refetchSoon(readTimer, readTimeSheet);
};

/** A locked week removes the buttons of its entries wherever they are shown. */
const week = (_: unknown, cache: LiveCache) =>
  cache.refetchSoon(readTimeSheet, listWeeks, listWaitingWeeks, listTimeEntries);

export const timeLive: LiveUpdates<TimeEntryEvents & TimeEvents> = {
  ...onEach(recordChanges("time_entry"), entry),
  "timer.started": (event, cache) => timer({ data: event.data, now: event.at }, cache),
  "timer.resumed": (event, cache) => timer({ data: event.data, now: event.at }, cache),
  "timer.stopped": (event, cache) => timer({ data: null, now: event.at }, cache),
  "timer.discarded": (event, cache) => timer({ data: null, now: event.at }, cache),
  "time_week.submitted": week,
  "time_week.approved": week,
  "time_week.approval_undone": week,
  "time_week.reopened": week,
};
