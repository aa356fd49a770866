import { tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { parseStream, type StreamName } from "../../shared/kernel/events";
import type { Consumer } from "../platform/consumer";
import { toldAs } from "./notifications.recipients";
import { consumer, type Event, senderOf } from "./notifications.tell";

type Decided = "time_week.submitted" | "time_week.approved" | "time_week.reopened";

/** It comes on the owner's stream and on those of whoever may decide: the stream says who is told. */
const week =
  <Type extends Decided>(kind: "week.submitted" | "week.approved" | "week.reopened", toOwner: boolean) =>
  async (tx: Tx, event: Event<Type>, stream: StreamName): Promise<void> => {
    const { user, monday } = event.data as Event<Decided>["data"];
    const to = parseStream(stream);
    if (to?.kind !== "user" || to.id === event.actor?.id || (to.id === user.id) !== toOwner) return;
    const values = { sender: senderOf(event), date: monday, key: "" };
    const people = toldAs([to.id], null);
    const about = { path: "/time-tracking", subject: monday, taskId: null, projectId: null };
    await tellPeople(tx, { eventId: event.id, sender: event.actor }, [{ kind, people, values, ...about }]);
  };

export const weekConsumers: readonly Consumer[] = [
  consumer("time_week.submitted", week("week.submitted", false)),
  consumer("time_week.approved", week("week.approved", true)),
  consumer("time_week.reopened", week("week.reopened", true)),
];
