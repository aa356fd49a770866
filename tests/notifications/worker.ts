import { nextOf } from "../../server/notifications/notifications.present";
import { translator } from "../../server/platform/text";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { financeConsumers } from "../../workers/finance/finance.consumers";
import { leaveConsumers } from "../../workers/leave/leave.consumers";
import { newsConsumers } from "../../workers/news/news.consumers";
import { notificationConsumers } from "../../workers/notifications/notifications.consumers";
import { runConsumers } from "../../workers/platform/process-events";
import type { TestServer } from "../support/server";
import type { World } from "../support/world";

const consumers = [...notificationConsumers, ...leaveConsumers, ...financeConsumers, ...newsConsumers];

/** What the worker does with events: each consumer that wants one, in one transaction of the tenant. */
export async function consume(world: World, events: readonly CommittedEvent[]): Promise<void> {
  await world.tx((tx) => runConsumers(tx, consumers, events));
}

/** Runs `act` and lets the worker see what came of it. @returns the events of `act`. */
export async function worked(server: TestServer, world: World, act: () => Promise<unknown>): Promise<CommittedEvent[]> {
  const mark = server.published.length;
  await act();
  const events = world.events(mark);
  await consume(world, events);
  return events;
}

export interface Told {
  user: number;
  kind: string;
  message: string;
  path: string;
  because: string | null;
  /** What comes next, in English; null where nothing is said of it. */
  next: string | null;
}

/** What people were told since `mark`, also in addition to something unread: whom, what, where. */
export function toldSince(world: World, mark: number): Told[] {
  return world
    .events(mark)
    .filter(({ event }) => event.type === "notification.created" || event.type === "notification.updated")
    .map(({ stream, event }) => {
      const { data } = event.data as Notification;
      return {
        user: Number(stream.slice("user:".length)),
        kind: data.kind,
        message: data.message,
        path: data.path,
        because: data.because,
        next: nextOf({ kind: data.kind, values: data.values }, translator("en")),
      };
    });
}
