import { settleNotifications } from "../../server/notifications/notifications.service";
import { tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { DomainEvents } from "../../shared/domain-events";
import { type Actor, parseStream, type StreamName } from "../../shared/kernel/events";
import type { NotificationKind } from "../../shared/notifications/notifications.kinds";
import { askingKinds } from "../../shared/notifications/request.words";
import type { RequestFamily } from "../../shared/requests/families";
import { decisionPath, requestPath } from "../../shared/requests/request-paths.rules";
import type { Consumer } from "../platform/consumer";
import { toldAs } from "./notifications.recipients";
import { consumer, type Event } from "./notifications.tell";
import { requestFacts } from "./request.facts";

/** Events that name their request as people do. */
type Told = {
  [Type in keyof DomainEvents]: DomainEvents[Type] extends RequestName ? Type : never;
}[keyof DomainEvents];

interface RequestName {
  id: number;
  family: RequestFamily;
  title: string;
  requester: Actor;
}

/** What of it is said to one person; undefined when it doesn't concern them. */
export interface Words {
  kind: NotificationKind;
  values?: Record<string, string>;
  /** They decide it: it opens in their inbox. */
  decides?: boolean;
}

/** Whom a request waits for from this event on; null where it says nothing of that. */
function waitsAfter({ type, data }: Event<Told>): readonly number[] | null {
  if (type === "request.cancelled" || type === "request.expired") return [];
  return "waits_for" in data ? data.waits_for : null;
}

/** Whoever did it, and what was done: an event, or a decision that was held until it couldn't be undone any more. */
export type Happening<Type extends Told> = Pick<Event<Type>, "data" | "actor">;

export async function tellOne<Type extends Told>(
  tx: Tx,
  happening: Happening<Type>,
  eventId: number | null,
  to: number,
  said: Words | undefined,
): Promise<void> {
  if (!said) return;
  const request = happening.data as RequestName;
  const facts = await requestFacts(tx, request, said.decides ?? false);
  const message = {
    kind: said.kind,
    people: toldAs([to], null),
    values: { sender: happening.actor?.fullname ?? "", ...facts, ...said.values },
    path: said.decides ? decisionPath(request) : requestPath(request),
    subject: request.title,
    taskId: null,
    projectId: null,
    requestId: request.id,
  };
  await tellPeople(tx, { eventId, sender: happening.actor }, [message]);
}

/** Events come on the stream of everyone whom they concern: the stream says who is told. */
export const about = <Type extends Told>(
  type: Type,
  words: (event: Event<Type>, id: number, isRequester: boolean) => Words | undefined,
): Consumer =>
  consumer(type, async (tx: Tx, event: Event<Type>, stream: StreamName) => {
    const to = parseStream(stream);
    if (to?.kind !== "user") return;
    const request = event.data as { id: number; requester: Actor };
    const waits = waitsAfter(event as Event<Told>);
    if (waits && !waits.includes(to.id)) {
      await settleNotifications(tx, to.id, { requestId: request.id, kinds: askingKinds, before: event.id });
    }
    if (to.id === event.actor?.id) return;
    await tellOne(tx, event, event.id, to.id, words(event, to.id, to.id === request.requester.id));
  });
