import { useMemo, useState } from "react";
import {
  type Activity,
  type HistoryNames,
  historyPage,
  taskActivity,
} from "../../../../shared/activity/activity.contract";
import type { TaskDetail } from "../../../../shared/tasks/task-detail.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { foldHistory } from "./history.fold";
import { type HistoryLine, historyOf } from "./task.history";

export interface TaskHistoryLines {
  /** Newest first. */
  lines: HistoryLine[];
  names: HistoryNames;
  /** Reads older ones; undefined when there are none. */
  onOlder: (() => void) | undefined;
  reading: boolean;
}

interface Older {
  activities: readonly Activity[];
  names: HistoryNames[];
  more: boolean;
}

/** The latest come with the task and go on live; older ones are asked for and stay. */
export function useHistory(task: TaskDetail): TaskHistoryLines {
  const [older, setOlder] = useState<Older | null>(null);
  const [reading, setReading] = useState(false);
  const activities = useMemo(() => merged(task.activities, older?.activities ?? []), [task.activities, older]);
  const lines = useMemo(() => foldHistory(historyOf({ activities })), [activities]);
  const names = useMemo(() => mergedNames([task.names, ...(older?.names ?? [])]), [task.names, older]);
  const more = older ? older.more : task.activities.length >= historyPage;
  const read = async () => {
    const before = activities.at(-1)?.id;
    if (before === undefined) return;
    setReading(true);
    try {
      const page = await call(taskActivity, { params: { id: task.id }, query: { before } });
      // What the task brings along gets shorter when it is read again: what is shown now is kept.
      setOlder((known) => ({
        activities: merged(activities, page.data as Activity[]),
        names: [...(known?.names ?? [task.names]), page.names as HistoryNames],
        more: page.more,
      }));
    } catch (error) {
      reportFailure(error as Error);
    } finally {
      setReading(false);
    }
  };
  return { lines, names, onOlder: more ? () => void read() : undefined, reading };
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
