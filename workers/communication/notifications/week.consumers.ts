import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { withdrawNotifications } from "../../../server/communication/notifications/notifications.service";
import { parseStream, type StreamName, userStream } from "../../../shared/kernel/events";
import type { Consumer } from "../../platform/consumer";
import { recipientsFor } from "./notifications.recipients";
import { notifyingConsumer, type ConsumedEvent, senderOf } from "./notifications.notify";

type WeekEvent = "time_week.submitted" | "time_week.approved" | "time_week.approval_undone" | "time_week.reopened";

/**
 * Managers at any level above the owner of the week who may decide it; if there are none, all users who may decide it. The event is on the
 * streams of all users who may decide, to update their screens.
 */
const decidersOf = sql(
  "notify.weekDeciders",
  `WITH RECURSIVE above AS (
     SELECT u.parent_id AS id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1
     UNION SELECT u.parent_id FROM app_user u JOIN above a ON u.id = a.id WHERE u.tenant_id = current_tenant()
   ), deciders AS (
     SELECT a.id FROM above a JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = a.id AND u.active
     WHERE person_holds(a.id, 'time-tracking-all')
   )
   SELECT NOT EXISTS (SELECT FROM deciders) OR $2 IN (SELECT id FROM deciders) AS decides`,
);

/** Page of a week for its approvers; unlike the subject, it identifies the user as well as the week. */
const approverPath = ({ user, monday }: ConsumedEvent<WeekEvent>["data"]) =>
  `/time-tracking?user=${user.id}&week=${monday}`;

/** The stream determines the recipient: the owner of the week, or a possible approver. */
const week =
  <Type extends WeekEvent>(kind: "week.submitted" | "week.approved" | "week.reopened", toOwner: boolean) =>
  async (tx: Tx, event: ConsumedEvent<Type>, stream: StreamName): Promise<void> => {
    const { user, monday } = event.data as ConsumedEvent<WeekEvent>["data"];
    const to = parseStream(stream);
    if (to?.kind !== "user" || to.id === event.actor?.id || (to.id === user.id) !== toOwner) return;
    if (!toOwner && !(await tx.one<{ decides: boolean }>(decidersOf, [user.id, to.id]))?.decides) return;
    const isSubmission = kind === "week.submitted";
    // The week was submitted on the owner's behalf, e.g. when the account was closed; the owner is shown as the sender.
    const forOwner = event.type === "time_week.submitted" && event.actor?.id !== user.id;
    const sender = isSubmission ? user : event.actor;
    const values = {
      sender: sender?.fullname ?? senderOf(event),
      date: monday,
      key: "",
      ...(isSubmission && { own: forOwner ? "no" : "yes" }),
    };
    const people = recipientsFor([to.id], null);
    const path = toOwner ? `/time-tracking?week=${monday}` : approverPath(event.data);
    const about = { path, subject: monday, taskId: null, projectId: null };
    await notifyUsers(tx, { eventId: event.id, sender }, [{ kind, people, values, ...about }]);
  };

/** Notifies the owner of a decision, and withdraws the notifications of the submission from all approvers: nothing waits for them any more. */
const decided = <Type extends "time_week.approved" | "time_week.reopened">(kind: "week.approved" | "week.reopened") => {
  const notifyOwner = week<Type>(kind, true);
  return async (tx: Tx, event: ConsumedEvent<Type>, stream: StreamName): Promise<void> => {
    await notifyOwner(tx, event, stream);
    const data = event.data as ConsumedEvent<WeekEvent>["data"];
    if (stream !== userStream(data.user.id)) return;
    await withdrawNotifications(tx, { is: "page", path: approverPath(data) }, event.id);
  };
};

const notifyDeciders = week<"time_week.approval_undone">("week.submitted", false);

/** The week is waiting again: the approval withdrew the approvers' notifications. */
const approvalUndone = async (
  tx: Tx,
  event: ConsumedEvent<"time_week.approval_undone">,
  stream: StreamName,
): Promise<void> => {
  await notifyDeciders(tx, event, stream);
  const { user, monday } = event.data;
  if (stream !== userStream(user.id)) return;
  const of = { is: "subject", userId: user.id, kind: "week.approved", subject: monday } as const;
  await withdrawNotifications(tx, of, event.id);
};

export const timesheetWeekConsumers: readonly Consumer[] = [
  notifyingConsumer("time_week.submitted", week("week.submitted", false)),
  notifyingConsumer("time_week.approved", decided("week.approved")),
  notifyingConsumer("time_week.approval_undone", approvalUndone),
  notifyingConsumer("time_week.reopened", decided("week.reopened")),
];
