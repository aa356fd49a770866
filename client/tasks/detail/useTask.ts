import { useEffect, useMemo, useState } from "react";
import type { DomainEvent } from "../../../shared/domain-events";
import { projectStream } from "../../../shared/kernel/events";
import type { PresentUser } from "../../../shared/kernel/streams";
import { readTask, type TaskDetail } from "../../../shared/tasks/task-detail.contract";
import { applyToDetail, isAboutTask } from "../../../shared/tasks/tasks.detail";
import { live } from "../../platform/live/live";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";

export interface LiveTask {
  task: TaskDetail | undefined;
  error: Error | null;
  refetch: () => void;
  /** Deleted, or out of one's sight, while one was looking. */
  gone: boolean;
  /** Others who have it open. */
  readers: readonly PresentUser[];
}

/** A task that follows its project's stream: what changes is applied at once, as the one thing that changed. */
export function useTask(taskId: number): LiveTask {
  const me = useCurrentUser();
  const { data, error, refetch } = useEndpoint(readTask, { params: { id: taskId } }, { staleTime: 0 });
  const read = data?.data as TaskDetail | undefined;
  const [news, setNews] = useState<readonly DomainEvent[]>([]);
  const [gone, setGone] = useState(false);
  const [present, setPresent] = useState<readonly PresentUser[]>([]);
  const projectId = read?.project_id;
  /** Where its project's stream is followed from. In another project it is another stream, with numbers of its own. */
  const [from, setFrom] = useState<{ projectId: number; since: number } | null>(null);
  if (read && from?.projectId !== read.project_id) {
    setFrom({ projectId: read.project_id, since: read.revision });
    if (news.length > 0) setNews([]);
  }
  const since = from?.since ?? null;

  useEffect(() => {
    if (projectId === undefined || since === null) return;
    const following = live.follow(projectStream(projectId), {
      since,
      onReset: async (revision) => (await refetch()).data?.data.revision ?? revision,
      onRevoked: () => setGone(true),
    });
    const events = following.events$.subscribe((event) => {
      if (event.type === "task.deleted" && event.data.id === taskId) setGone(true);
      // It follows to the other project, if that is one's to see.
      if (event.type === "task.left" && event.data.id === taskId) {
        void refetch().then(({ error: hidden }) => hidden && setGone(true));
      }
      setNews((known) => [...known, event]);
    });
    const presence = following.presence$.subscribe(setPresent);
    return () => {
      events.unsubscribe();
      presence.unsubscribe();
      following.close();
    };
  }, [projectId, since, taskId, refetch]);

  const task = useMemo(
    () => read && news.reduce((detail, event) => applyToDetail(detail, event, me), read),
    [read, news, me],
  );
  // What the last read already holds, and what isn't about this task, needn't be kept.
  const useless = read ? news.filter((event) => event.revision <= read.revision || !isAboutTask(read, event, me)) : [];
  if (useless.length > 20) setNews(news.filter((event) => !useless.includes(event)));

  const readers = useMemo(
    () => present.filter((user) => user.focus === taskId && !user.dragging && user.id !== me.id),
    [present, taskId, me.id],
  );
  return { task, error: task ? null : error, refetch: () => void refetch(), gone, readers };
}
