import { useEffect, useState } from "react";
import { type DomainEvents, projectStream } from "../../../../shared/kernel/events";
import { type RunningTimer, readTimer } from "../../../../shared/work/time/timer.contract";
import { isTimerForgottenAt } from "../../../../shared/work/time/timer.rules";
import { liveClient } from "../../../platform/live/live";
import { refetch, useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";

export interface TickingTimer {
  timer: RunningTimer;
  /** Difference in ms between the server's and the browser's clock. */
  skewMs: number;
}

export function useTimer(): TickingTimer | null {
  const { data, dataUpdatedAt } = useEndpoint(readTimer, {}, { staleTime: 5 * 60_000 });
  const timer = data?.data;
  return timer && data ? { timer: timer as RunningTimer, skewMs: Date.parse(data.now) - dataUpdatedAt } : null;
}

/** Events after which a timer may have ended, or its task has another name or project. */
const timerEvents: ReadonlySet<string> = new Set<keyof DomainEvents>([
  "task.updated",
  "task.left",
  "task.deleted",
  "project.deleted",
]);

/** The server ends a timer when its task ends or the user loses access; both are reported by events of the project's stream. */
export function useFollowTimer(): void {
  const timer = useTimer()?.timer;
  const project = timer?.project;
  const taskId = timer?.task.id;
  const id = project?.id;
  const since = project?.revision ?? null;
  useEffect(() => {
    if (id === undefined) return;
    const again = () => void refetch(readTimer);
    const following = liveClient.follow(projectStream(id), {
      since,
      epoch: project?.epoch,
      onRevoked: again,
    });
    const events = following.events$.subscribe(({ type, data }) => {
      // Other tasks of a large project may change hundreds of times, for example in a bulk change.
      const subjectId = (data as { id?: number }).id;
      if (timerEvents.has(type) && (type === "project.deleted" || subjectId === taskId)) again();
    });
    return () => {
      events.unsubscribe();
      following.close();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends only on the ids; after a refetch of the timer the stream continues
  }, [id, taskId]);
}

export const elapsedSeconds = ({ timer, skewMs }: TickingTimer, now: number): number =>
  Math.max(0, Math.floor((now + skewMs - Date.parse(timer.started_at)) / 1_000));

export function useElapsedSeconds(ticking: TickingTimer): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(tick);
  }, []);
  return elapsedSeconds(ticking, now);
}

/** Time zone that determines the user's days. */
export function useTimeZone(): string {
  const { time_zone } = useCurrentUser().settings;
  return time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** True if the timer has run for very long or since an earlier day. */
export function isTimerForgotten(timer: RunningTimer, seconds: number, zone: string): boolean {
  const started = new Date(timer.started_at);
  return timer.forgotten || isTimerForgottenAt(started, new Date(started.getTime() + seconds * 1_000), zone);
}
