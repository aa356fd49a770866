import { tellPeople } from "../../server/notifications/tell.service";
import { parseStream } from "../../shared/kernel/events";
import { titleOf } from "../../shared/notifications/request.words";
import { requestPath } from "../../shared/requests/request-paths.rules";
import { toldAs } from "../notifications/notifications.recipients";
import { consumer, senderOf } from "../notifications/notifications.tell";
import type { Consumer } from "../platform/consumer";

/** Nobody asked for it: a holiday came or went. */
const recounted = consumer("leave.recounted", async (tx, event, stream) => {
  const to = parseStream(stream);
  if (to?.kind !== "user") return;
  const { id, leave_type, start_date, after } = event.data;
  const message = {
    kind: "leave.recounted" as const,
    people: toldAs([to.id], null),
    values: { sender: senderOf(event), ...titleOf(leave_type), date: start_date, count: String(after) },
    path: requestPath({ id, family: "leave" }),
    subject: leave_type.name,
    taskId: null,
    projectId: null,
    requestId: id,
  };
  await tellPeople(tx, { eventId: event.id, sender: event.actor }, [message]);
});

export const leaveConsumers: readonly Consumer[] = [recounted];
