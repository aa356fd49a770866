import { settleNotifications } from "../../../server/communication/notifications/notifications.service";
import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { decisionPath, requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { parseStream, type StreamName } from "../../../shared/kernel/events";
import { decisionKinds } from "../../../shared/communication/notifications/request.texts";
import { truncateText } from "../../../shared/kernel/text/truncate";
import type { Consumer } from "../../platform/consumer";
import { recipientsFor } from "../../communication/notifications/notifications.recipients";
import {
  notifyingConsumer,
  type ConsumedEvent,
  senderOf,
} from "../../communication/notifications/notifications.notify";
import { requestConsumer, type RequestEvent, notifyOfRequestEvent, type RequestMessage } from "./request.messages";
import { requestDetailValues } from "./request.facts";

// Locks the comment until the notification that quotes it is committed, so that a concurrent deletion also removes the excerpt.
const lockComment = sql(
  "notify.requestComment",
  `SELECT c.body, COALESCE(r.title, '') AS title, r.requester_id = $2 AS mine,
     EXISTS (SELECT FROM request_comment o WHERE o.tenant_id = c.tenant_id AND o.request_id = c.request_id AND o.user_id = $2) AS said
   FROM request_comment c JOIN request r ON r.tenant_id = c.tenant_id AND r.id = c.request_id
   WHERE c.tenant_id = current_tenant() AND c.id = $1 FOR SHARE OF c`,
);

interface RequestComment {
  body: string;
  title: string;
  mine: boolean;
  said: boolean;
}

const requestComment = (tx: Tx, id: number, userId: number) => tx.one<RequestComment>(lockComment, [id, userId]);

/** SQL condition: whether the user `person` can decide the current step of `request`, directly or as a delegate. */
const isAsked = (request: string, person: string) =>
  `EXISTS (SELECT FROM step_decider WHERE request_id = ${request} AND decider_id = ${person})`;

const selectIsWaiting = sql("notify.asked", `SELECT ${isAsked("$1", "$2")} AS asked`);

const selectRequestsNotWaiting = sql(
  "notify.unasked",
  `SELECT DISTINCT n.request_id FROM notification n
   WHERE n.tenant_id = current_tenant() AND n.user_id = $1 AND n.kind = ANY($2)
     AND (n.read_at IS NULL OR NOT n.shown) AND n.request_id IS NOT NULL AND NOT ${isAsked("n.request_id", "$1")} ORDER BY n.request_id`,
  { notNull: ["request_id"] },
);

async function requestsNoLongerWaiting(tx: Tx, userId: number, kinds: readonly string[]): Promise<number[]> {
  const rows = await tx.rows<{ request_id: number }>(selectRequestsNotWaiting, [userId, [...kinds]]);
  return rows.map(({ request_id }) => request_id);
}

async function isWaitingForUser(tx: Tx, userId: number, requestId: number): Promise<boolean> {
  return (await tx.one<{ asked: boolean }>(selectIsWaiting, [requestId, userId]))?.asked ?? false;
}

const ended = {
  approved: "request.approved",
  rejected: "request.rejected",
  changes_requested: "request.changes",
} as const;
const maxNoteLength = 200;

/** Notifies one user of a decision after its undo window. An approver of the next step is skipped if that step no longer waits for them. */
export async function notifyOfDecision(tx: Tx, decision: RequestEvent<"request.decided">, id: number): Promise<void> {
  if (id === decision.actor?.id) return;
  const kind = decided(decision, id, id === decision.data.requester.id);
  if (kind?.kind === "request.waiting" && !(await isWaitingForUser(tx, id, decision.data.id))) return;
  await notifyOfRequestEvent(tx, decision, null, id, kind);
}

function decided(
  { data }: RequestEvent<"request.decided">,
  id: number,
  isRequester: boolean,
): RequestMessage | undefined {
  const { decision, waits_for, on_behalf_of } = data;
  if (isRequester) {
    const note = (data.note ?? "").slice(0, maxNoteLength);
    const goesOn = decision === "approved" && waits_for.length > 0;
    return { kind: goesOn ? "request.stepApproved" : ended[decision], values: { note } };
  }
  if (waits_for.includes(id)) return { kind: "request.waiting", decides: true };
  return id === on_behalf_of?.id ? { kind: "request.decidedForYou", values: { decision } } : undefined;
}

const lastDayOf = (date: string | undefined): Record<string, string> =>
  date ? { own: "closed", date } : { own: "no" };

/** Notifies the approvers, and users who had approved, that the request is cancelled. */
function cancelled(
  { data, actor }: ConsumedEvent<"request.cancelled">,
  id: number,
  isRequester: boolean,
): RequestMessage {
  if (isRequester) return { kind: "request.cancelled", values: lastDayOf(data.last_day) };
  const own = data.closed ? "closed" : actor?.id === data.requester.id ? "yes" : "no";
  return {
    kind: "request.withdrawn",
    values: { own, decided: (data.approved_by ?? []).includes(id) ? "yes" : "no" },
  };
}

function stepEscalated(
  { data }: ConsumedEvent<"request.escalated" | "request.rerouted">,
  id: number,
  isRequester: boolean,
): RequestMessage | undefined {
  const values = { name: data.from };
  if (isRequester) return { kind: "request.escalated", values };
  if (data.still?.includes(id)) return undefined; // the user can still decide the request
  return data.waits_for.includes(id)
    ? { kind: "request.passedOn", values, decides: true }
    : { kind: "request.passedOver", values };
}

function stepHandedOver({ data }: ConsumedEvent<"request.handed">, id: number, isRequester: boolean): RequestMessage {
  const values = { name: data.from, taker: data.to.fullname, note: (data.note ?? "").slice(0, maxNoteLength) };
  if (isRequester) return { kind: "request.handed", values };
  return data.waits_for.includes(id)
    ? { kind: "request.handedToYou", values, decides: true }
    : { kind: "request.passedOver", values };
}

const delegationKinds = {
  "delegation.created": { delegatee: "delegation.created", delegator: null },
  "delegation.became_effective": { delegatee: "delegation.becameEffective", delegator: "delegation.runs" },
  "delegation.ended": { delegatee: "delegation.ended", delegator: "delegation.over" },
} as const;

/**
 * Notifies both users when a delegation is created, becomes effective and ends. Its end also withdraws the delegatee's notifications about requests
 * that the delegatee could decide only because of the delegation.
 */
const delegation = (type: keyof typeof delegationKinds): Consumer =>
  notifyingConsumer(type, async (tx: Tx, event: ConsumedEvent<typeof type>, stream: StreamName) => {
    const to = parseStream(stream);
    if (to?.kind !== "user") return;
    const { id, delegator, delegatee, start_date, end_date } = event.data;
    const toDelegatee = to.id === delegatee.id;
    if (type === "delegation.ended" && toDelegatee) await settleObsoleteRequests(tx, to.id, event.id);
    if (to.id === event.actor?.id) return;
    const standIn = type === "delegation.created" && toDelegatee && event.data.of_leave;
    const kind = standIn ? "delegation.standIn" : delegationKinds[type][toDelegatee ? "delegatee" : "delegator"];
    if (!kind) return;
    const name = (toDelegatee ? delegator : delegatee).fullname;
    const values = { sender: senderOf(event), name, date: start_date, until: end_date ?? start_date };
    // Unique for each delegation, because notifications with the same path replace each other.
    const about = { path: `/approvals?delegation=${id}`, subject: name, taskId: null, projectId: null };
    await notifyUsers(tx, { eventId: event.id, sender: event.actor }, [
      { kind, people: recipientsFor([to.id], null), values, ...about },
    ]);
  });

async function settleObsoleteRequests(tx: Tx, userId: number, before: number): Promise<void> {
  for (const requestId of await requestsNoLongerWaiting(tx, userId, decisionKinds)) {
    await settleNotifications(tx, userId, { requestId, kinds: decisionKinds, before });
  }
}

/** Notifies the requester, the current approvers and earlier commenters of a comment, but not past approvers. */
const commented = notifyingConsumer("request.commented", async (tx, event, stream) => {
  const to = parseStream(stream);
  if (to?.kind !== "user" || to.id === event.actor?.id) return;
  const { id, family, requester, comment_id } = event.data;
  const comment = await requestComment(tx, comment_id, to.id);
  if (!comment) return;
  const decides = !comment.mine && (await isWaitingForUser(tx, to.id, id));
  if (!(comment.mine || comment.said || decides)) return;
  const { title } = comment;
  const facts = await requestDetailValues(tx, { id, family, title, requester }, decides);
  // The id lets the deletion of the comment find its excerpts (quote_anew in SQL).
  const quoted = {
    excerpt: truncateText(comment.body.replace(/\s+/g, " ").trim(), 120),
    comment: String(comment_id),
  };
  const message = {
    kind: "request.commented" as const,
    people: recipientsFor([to.id], null),
    values: { sender: senderOf(event), ...facts, ...quoted, mine: comment.mine ? "yes" : "no" },
    path: decides ? decisionPath({ id, family }) : requestPath({ id, family }),
    subject: title,
    taskId: null,
    projectId: null,
    requestId: id,
  };
  await notifyUsers(tx, { eventId: event.id, sender: event.actor }, [message]);
});

export const requestConsumers: readonly Consumer[] = [
  requestConsumer("request.sent", ({ data }, _, isRequester) =>
    isRequester ? undefined : { kind: data.again ? "request.resubmitted" : "request.waiting", decides: true },
  ),
  // No notification here: it is sent after the undo window (workers/approvals/approvals/decisions.ts).
  requestConsumer("request.decided", () => undefined),
  // The decision marked the other approvers' notifications as read, or deleted them before they were mailed.
  requestConsumer("request.decision_undone", ({ data }, id, isRequester) =>
    !isRequester && data.waits_for.includes(id) ? { kind: "request.waiting", decides: true } : undefined,
  ),
  requestConsumer("request.cancelled", cancelled),
  requestConsumer("request.entered", (_event, _id, isRequester) =>
    isRequester ? { kind: "request.entered" } : undefined,
  ),
  requestConsumer("request.expired", (_event, _id, isRequester) => ({
    kind: isRequester ? "request.expired" : "request.missed",
  })),
  requestConsumer("request.escalated", stepEscalated),
  requestConsumer("request.rerouted", stepEscalated),
  requestConsumer("request.handed", stepHandedOver),
  commented,
  delegation("delegation.created"),
  delegation("delegation.became_effective"),
  delegation("delegation.ended"),
];
