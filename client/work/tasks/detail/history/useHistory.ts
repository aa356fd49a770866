import { useMemo, useState } from "react";
import {
  type Activity,
  type HistoryNames,
  historyPage,
  listTaskActivity,
} from "../../../../../shared/work/activity/activity.contract";
import type { TaskDetail } from "../../../../../shared/work/tasks/task-detail.contract";
import { call } from "../../../../platform/api";
import { reportFailure } from "../../../../platform/failure";
import { foldHistory } from "./history.fold";
import { type HistoryEntry, importEntryOf, lastImportEntryOf, toHistoryEntries } from "./task.history";

export interface TaskHistoryEntries {
  lines: HistoryEntry[];
  names: HistoryNames;
  onOlder: (() => void) | undefined;
  reading: boolean;
}

interface Older {
  activities: readonly Activity[];
  names: HistoryNames[];
  more: boolean;
}

/** The latest entries are part of the task and updated live. Older entries are loaded on demand and kept. */
export function useTaskHistory(task: TaskDetail): TaskHistoryEntries {
  const [older, setOlder] = useState<Older | null>(null);
  const [reading, setReading] = useState(false);
  const activities = useMemo(() => merged(task.activities, older?.activities ?? []), [task.activities, older]);
  const names = useMemo(() => mergedNames([task.names, ...(older?.names ?? [])]), [task.names, older]);
  const hasMore = older ? older.more : task.activities.length >= historyPage;
  const importEntry = useMemo(() => (hasMore ? null : importEntryOf({ import: task.import })), [hasMore, task.import]);
  const lines = useMemo(() => {
    const entries = [...foldHistory(toHistoryEntries({ activities })), ...(importEntry ? [importEntry] : [])];
    return withEntry(entries, lastImportEntryOf({ last_import: task.last_import }), hasMore);
  }, [activities, importEntry, task.last_import, hasMore]);
  const read = async () => {
    const before = activities.at(-1)?.id;
    if (before === undefined) return;
    setReading(true);
    try {
      const page = await call(listTaskActivity, { params: { id: task.id }, query: { before } });
      // The refetched task contains only the latest entries, so older entries already shown are kept.
      setOlder((previous) => ({
        activities: merged(activities, page.data as Activity[]),
        names: [...(previous?.names ?? [task.names]), page.names as HistoryNames],
        more: page.more,
      }));
    } catch (error) {
      reportFailure(error as Error);
    } finally {
      setReading(false);
    }
  };
  return { lines, names, onOlder: hasMore ? () => void read() : undefined, reading };
}

/** Adds an entry by its time. One that is older than all others is left out as long as there are entries to load. */
function withEntry(entries: HistoryEntry[], added: HistoryEntry | null, hasMore: boolean): HistoryEntry[] {
  if (!added) return entries;
  const at = entries.findIndex((entry) => Date.parse(entry.at) <= Date.parse(added.at));
  if (at === -1) return hasMore ? entries : [...entries, added];
  return entries.toSpliced(at, 0, added);
}

function merged(a: readonly Activity[], b: readonly Activity[]): Activity[] {
  if (b.length === 0) return [...a];
  const all = new Map([...b, ...a].map((activity) => [activity.id, activity]));
  return [...all.values()].sort((x, y) => y.id - x.id);
}

function mergedNames(all: readonly HistoryNames[]): HistoryNames {
  const of = (kind: keyof HistoryNames) => [
    ...new Map(all.toReversed().flatMap((names) => names[kind].map((one) => [one.id, one] as const))).values(),
  ];
  return { users: of("users"), groups: of("groups"), tags: of("tags"), columns: of("columns"), tasks: of("tasks") };
}
