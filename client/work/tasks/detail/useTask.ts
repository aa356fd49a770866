import { projectStream, type DomainEvent, type DomainEvents } from "../../../../shared/kernel/events";
import { useEffect, useMemo, useState } from "react";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { readTask, type TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { applyToDetail, isAboutTask } from "../../../../shared/work/tasks/tasks.detail";
import { liveClient } from "../../../platform/live/live";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { recordOpened } from "../../projects/recently-opened";

export interface LiveTask {
  task: TaskDetail | undefined;
  error: Error | null;
  refetch: () => void;
  /** True if the task was deleted or is no longer visible to the user. */
  isUnavailable: boolean;
  readers: readonly PresentUser[];
}

/** A task kept current by its project's stream; events are applied without refetching. */
export function useTask(taskId: number): LiveTask {
  const me = useCurrentUser();
  const { data, error, refetch } = useEndpoint(readTask, { params: { id: taskId } }, { staleTime: 0 });
  const read = data?.data as TaskDetail | undefined;
  const [news, setNews] = useState<readonly DomainEvent[]>([]);
  const [isUnavailable, setUnavailable] = useState(false);
  const [present, setPresent] = useState<readonly PresentUser[]>([]);
  const projectId = read?.project_id;
  useEffect(() => recordOpened({ kind: "task", id: taskId }), [taskId]);
  /** Position from which the project's stream is followed. Each project has its own stream and revisions. */
  const [from, setFrom] = useState<{ projectId: number; since: number; epoch: string } | null>(null);
  if (read && from?.projectId !== read.project_id) {
    setFrom({ projectId: read.project_id, since: read.revision, epoch: read.epoch });
    if (news.length > 0) setNews([]);
  }
  const since = from?.since ?? null;
  const epoch = from?.epoch;

  useEffect(() => {
    if (projectId === undefined || since === null) return;
    const following = liveClient.follow<DomainEvents>(projectStream(projectId), {
      since,
      epoch,
      onReset: async (revision) => {
        const { data } = await refetch({ throwOnError: true });
        setUnavailable(false);
        setNews([]); // after a restore, earlier events don't belong to the state that was read
        return data?.data.revision ?? revision;
      },
      onRevoked: () => setUnavailable(true),
    });
    const events = following.events$.subscribe((event) => {
      if (event.type === "task.deleted" && event.data.id === taskId) setUnavailable(true);
      if (event.type === "task.restored" && event.data.id === taskId) {
        void refetch().then(({ error: hidden }) => !hidden && setUnavailable(false));
      }
      // Follows the task to its new project, if the user may see it.
      if (event.type === "task.left" && event.data.id === taskId) {
        void refetch().then(({ error: hidden }) => hidden && setUnavailable(true));
      }
      setNews((earlierNews) => [...earlierNews, event]);
    });
    const presence = following.presence$.subscribe(setPresent);
    return () => {
      events.unsubscribe();
      presence.unsubscribe();
      following.close();
    };
  }, [projectId, since, epoch, taskId, refetch]);

  const task = useMemo(
    () => read && news.reduce((detail, event) => applyToDetail(detail, event, me), read),
    [read, news, me],
  );
  // Drops events already included in the last read or unrelated to this task.
  const useless = read ? news.filter((event) => event.revision <= read.revision || !isAboutTask(read, event, me)) : [];
  if (useless.length > 20) setNews(news.filter((event) => !useless.includes(event)));

  const readers = useMemo(
    () => present.filter((user) => user.focus === taskId && !user.dragging && user.id !== me.id),
    [present, taskId, me.id],
  );
  return { task, error: task ? null : error, refetch: () => void refetch(), isUnavailable, readers };
}
