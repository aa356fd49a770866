import { useEffect, useState } from "react";
import { projectStream } from "../../../shared/kernel/events";
import { dayIn } from "../../../shared/time/days.rules";
import { longTimerMinutes, type RunningTimer, readTimer } from "../../../shared/time/timer.contract";
import { live } from "../../platform/live/live";
import { keyOf, queryClient, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";

export interface Ticking {
  timer: RunningTimer;
  /** When the server's clock and this one disagree, it is the server's that counts. */
  skewMs: number;
}

/** One's own running timer, the same on all one's screens; null when none runs or nothing is known yet. */
export function useTimer(): Ticking | null {
  const { data, dataUpdatedAt } = useEndpoint(readTimer, {}, { staleTime: 5 * 60_000 });
  const timer = data?.data;
  return timer && data ? { timer: timer as RunningTimer, skewMs: Date.parse(data.now) - dataUpdatedAt } : null;
}

/** A timer ends with its task, and with one's sight of it: both are told on the project's stream. */
export function useFollowTimer(): void {
  const project = useTimer()?.timer.project;
  const id = project?.id;
  const since = project?.revision ?? null;
  useEffect(() => {
    if (id === undefined) return;
    const again = () => void queryClient.invalidateQueries({ queryKey: keyOf(readTimer) });
    const following = live.follow(projectStream(id), {
      since,
      onReset: (revision) => {
        again();
        return Promise.resolve(revision);
      },
      onRevoked: again,
    });
    const events = following.events$.subscribe(({ type }) => {
      if (type === "task.deleted" || type === "task.updated" || type === "project.deleted") again();
    });
    return () => {
      events.unsubscribe();
      following.close();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where the timer was read anew the stream goes on
  }, [id]);
}

/** Seconds that it has run, counting. */
export function useSeconds({ timer, skewMs }: Ticking): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(tick);
  }, []);
  return Math.max(0, Math.floor((now + skewMs - Date.parse(timer.started_at)) / 1_000));
}

/** The zone in which one's days begin. */
export function useTimeZone(): string {
  const { time_zone } = useCurrentUser().settings;
  return time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** It runs for very long, or since another day. */
export function isForgotten(timer: RunningTimer, seconds: number, zone: string): boolean {
  if (timer.forgotten || seconds > longTimerMinutes * 60) return true;
  const started = new Date(timer.started_at);
  return dayIn(zone, started) !== dayIn(zone, new Date(started.getTime() + seconds * 1_000));
}
