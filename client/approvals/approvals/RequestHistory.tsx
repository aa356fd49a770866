import type { Activity } from "../../../shared/work/activity/activity.contract";
import type { MessageId } from "../../platform/intl/catalogues";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import classes from "./RequestDiscussion.module.css";

export function RequestHistory({ activities, open }: { activities: readonly Activity[]; open: boolean }) {
  const text = useText();
  const { dateTime } = useFormat();
  const lines = activities.flatMap((activity) => {
    const id = sentenceOf(activity);
    return id ? [{ activity, id }] : [];
  });
  return (
    <details className={classes.history} open={open || undefined}>
      <summary>{text("request.history", { count: lines.length })}</summary>
      <ol>
        {lines.map(({ activity, id }) => (
          <li key={activity.id}>
            <span>
              <Message
                id={id}
                values={{
                  name: <bdi>{activity.actor?.fullname ?? text("activity.somebody")}</bdi>,
                  behalf: <bdi>{fullNameOf(activity.data.on_behalf_of)}</bdi>,
                  from: <bdi>{typeof activity.data.from === "string" ? activity.data.from : ""}</bdi>,
                  to: <bdi>{fullNameOf(activity.data.to)}</bdi>,
                  file: <bdi>{typeof activity.data.name === "string" ? activity.data.name : ""}</bdi>,
                  b: (chunks) => <b>{chunks}</b>,
                }}
              />
              {activity.type === "request.handed" && typeof activity.data.note === "string" && (
                <>
                  {" "}
                  <q dir="auto">{activity.data.note}</q>
                </>
              )}
            </span>
            <time dateTime={activity.at}>{dateTime(activity.at)}</time>
          </li>
        ))}
      </ol>
    </details>
  );
}

const fullNameOf = (person: unknown) => (person as { fullname?: string } | null | undefined)?.fullname ?? "";

const decisions = ["approved", "rejected", "changes_requested"] as const;

const textIdByEvent: Partial<Record<string, MessageId>> = {
  "request.cancelled": "request.told.cancelled",
  "request.entered": "request.told.entered",
  "request.expired": "request.told.expired",
  "request.decision_undone": "request.told.undone",
  "request.commented": "request.told.commented",
  "request.comment_deleted": "request.told.commentDeleted",
  "request.attached": "request.told.attached",
  "request.attachment_deleted": "request.told.attachmentDeleted",
  "request.escalated": "request.told.escalated",
  "request.rerouted": "request.told.rerouted",
  "request.handed": "request.told.handed",
  "request.paid": "request.told.paid",
  "request.payment_reversed": "request.told.paymentReversed",
  "request.settled": "request.told.settled",
  "request.archived": "request.told.archived",
  "request.restored": "request.told.restored",
};

/** Returns null for events without a message, including types newer than this client. */
function sentenceOf({ type, data }: Activity): MessageId | null {
  if (type === "request.sent") return data.again === true ? "request.told.sentAgain" : "request.told.sent";
  if (type !== "request.decided") return textIdByEvent[type] ?? null;
  const decision = decisions.find((one) => one === data.decision);
  if (!decision) return null;
  return data.on_behalf_of ? `request.told.${decision}For` : `request.told.${decision}`;
}
