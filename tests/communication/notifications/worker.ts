import { nextStepOf } from "../../../server/communication/notifications/notifications.present";
import { translator } from "../../../server/platform/text";
import type { CommittedEvent } from "../../../server/platform/database/unit-of-work";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import { financeConsumers } from "../../../workers/requests/finance/finance.consumers";
import { leaveConsumers } from "../../../workers/requests/leave/leave.consumers";
import { newsConsumers } from "../../../workers/communication/news/news.consumers";
import { requestConsumers } from "../../../workers/approvals/approvals/request.consumers";
import { bookingConsumers } from "../../../workers/bookings/bookings/bookings.consumers";
import { notificationConsumers } from "../../../workers/communication/notifications/notifications.consumers";
import { runConsumers } from "../../../workers/platform/process-events";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";

const consumers = [
  ...notificationConsumers,
  ...bookingConsumers,
  ...requestConsumers,
  ...leaveConsumers,
  ...financeConsumers,
  ...newsConsumers,
];

export async function consumeEvents(world: World, events: readonly CommittedEvent[]): Promise<void> {
  await world.tx((tx) => runConsumers(tx, consumers, events));
}

export async function runWorkerAfter(
  server: TestServer,
  world: World,
  act: () => Promise<unknown>,
): Promise<CommittedEvent[]> {
  const mark = server.published.length;
  await act();
  const events = world.events(mark);
  await consumeEvents(world, events);
  return events;
}

export interface SentNotification {
  user: number;
  kind: string;
  message: string;
  path: string;
  because: string | null;
  /** The next step, in English; null if the notification mentions none. */
  next: string | null;
}

export function notificationsSince(world: World, mark: number): SentNotification[] {
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
        next: nextStepOf({ kind: data.kind, values: data.values }, translator("en")),
      };
    });
}
