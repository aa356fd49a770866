import { type Actor, parseStream, type StreamName, type DomainEvents } from "../../../shared/kernel/events";
import { settleNotifications } from "../../../server/communication/notifications/notifications.service";
import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import { decisionKinds } from "../../../shared/communication/notifications/request.texts";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { decisionPath, requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import type { Consumer } from "../../platform/consumer";
import { recipientsFor } from "../../communication/notifications/notifications.recipients";
import { notifyingConsumer, type ConsumedEvent } from "../../communication/notifications/notifications.notify";
import { requestDetailValues } from "./request.facts";

type RequestEventType = {
  [Type in keyof DomainEvents]: DomainEvents[Type] extends RequestName ? Type : never;
}[keyof DomainEvents];

interface RequestName {
  id: number;
  family: RequestFamily;
  title: string;
  requester: Actor;
}

/** Notification for one user; handlers return undefined if the event does not concern the user. */
export interface RequestMessage {
  kind: NotificationKind;
  values?: Record<string, string>;
  decides?: boolean;
}

/** Ids of the current approvers after the event; null if the event does not contain them. */
function waitsAfter({ type, data }: ConsumedEvent<RequestEventType>): readonly number[] | null {
  if (type === "request.cancelled" || type === "request.expired") return [];
  return "waits_for" in data ? data.waits_for : null;
}

/** An event, or a decision that was not published until its undo window ended. */
export type RequestEvent<Type extends RequestEventType> = Pick<ConsumedEvent<Type>, "data" | "actor">;

export async function notifyOfRequestEvent<Type extends RequestEventType>(
  tx: Tx,
  event: RequestEvent<Type>,
  eventId: number | null,
  recipientId: number,
  message: RequestMessage | undefined,
): Promise<void> {
  if (!message) return;
  const request = event.data as RequestName;
  const facts = await requestDetailValues(tx, request, message.decides ?? false);
  const notification = {
    kind: message.kind,
    people: recipientsFor([recipientId], null),
    values: { sender: event.actor?.fullname ?? "", ...facts, ...message.values },
    path: message.decides ? decisionPath(request) : requestPath(request),
    subject: request.title,
    taskId: null,
    projectId: null,
    requestId: request.id,
  };
  await notifyUsers(tx, { eventId, sender: event.actor }, [notification]);
}

/**
 * Creates a consumer for a request event. The event is published on the stream of each affected user, so the stream determines the
 * recipient.
 */
export const requestConsumer = <Type extends RequestEventType>(
  type: Type,
  words: (event: ConsumedEvent<Type>, id: number, isRequester: boolean) => RequestMessage | undefined,
): Consumer =>
  notifyingConsumer(type, async (tx: Tx, event: ConsumedEvent<Type>, stream: StreamName) => {
    const to = parseStream(stream);
    if (to?.kind !== "user") return;
    const request = event.data as { id: number; requester: Actor };
    const waits = waitsAfter(event as ConsumedEvent<RequestEventType>);
    if (waits && !waits.includes(to.id)) {
      await settleNotifications(tx, to.id, { requestId: request.id, kinds: decisionKinds, before: event.id });
    }
    if (to.id === event.actor?.id) return;
    await notifyOfRequestEvent(tx, event, event.id, to.id, words(event, to.id, to.id === request.requester.id));
  });
