import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import { decisionKinds } from "../../../shared/communication/notifications/request.texts";
import type { NotificationActionProps } from "../../communication/notifications/notifications.slots";
import { DecidedNote, useDecidedStep } from "../../undo/DecidedNote";
import { familyCallsOf } from "../approvals/family-screens";
import { requestRowKey } from "../approvals/useDecisionUndo";
import { DecisionButtons } from "./DecisionButtons";

/** True if the notification requests a decision and is unread; the server marks it as read once a decision is made. */
const canDecide = ({ is_read, data }: Notification): boolean => !is_read && decisionKinds.includes(data.kind);

/** The decision buttons, which are replaced by the outcome, so that the rows don't move under a second click. */
export function NotificationDecision({ notification, onDone }: NotificationActionProps) {
  const { request, family, version, requester: name = "" } = notification.data.values;
  const id = Number(request);
  const row = requestRowKey(id);
  const { step } = useDecidedStep(row);
  const calls = familyCallsOf(family as RequestFamily);
  if (!calls || !canDecide(notification)) return step && <DecidedNote row={row} />;
  return (
    <DecisionButtons
      request={{ id, family: family as RequestFamily, version: Number(version), name }}
      calls={calls}
      onDone={onDone}
    />
  );
}
