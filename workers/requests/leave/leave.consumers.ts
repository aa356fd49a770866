import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import { parseStream, userStream } from "../../../shared/kernel/events";
import { requestTitleOf } from "../../../shared/communication/notifications/request.texts";
import { requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { recipientsFor } from "../../communication/notifications/notifications.recipients";
import { notifyingConsumer, senderOf } from "../../communication/notifications/notifications.notify";
import type { Consumer } from "../../platform/consumer";
import { emitAbsenceToday } from "../../../server/requests/leave/cover/absence.events";

const decisive = ["request.decided", "request.decision_undone", "request.entered", "request.cancelled"] as const;

/**
 * Publishes changes of who is absent today. The events are on the streams of several users; only the event on the requester's stream is
 * handled.
 */
export const absenceConsumers: readonly Consumer[] = decisive.map((type) => ({
  ...notifyingConsumer(type, async (tx, { data }, stream) => {
    if (data.family === "leave" && stream === userStream(data.requester.id)) await emitAbsenceToday(tx, data.id);
  }),
  name: `leave.away.${type}`,
}));

const recounted = notifyingConsumer("leave.recounted", async (tx, event, stream) => {
  const to = parseStream(stream);
  if (to?.kind !== "user") return;
  const { id, leave_type, start_date, after } = event.data;
  const inHours = leave_type.unit === "hours";
  const amount: Record<string, string> = inHours ? { hours: String(after) } : { count: String(after) };
  const message = {
    kind: inHours ? ("leave.recountedHours" as const) : ("leave.recounted" as const),
    people: recipientsFor([to.id], null),
    values: { sender: senderOf(event), ...requestTitleOf(leave_type), date: start_date, ...amount },
    path: requestPath({ id, family: "leave" }),
    subject: leave_type.name,
    taskId: null,
    projectId: null,
    requestId: id,
  };
  await notifyUsers(tx, { eventId: event.id, sender: event.actor }, [message]);
});

export const leaveConsumers: readonly Consumer[] = [recounted];
