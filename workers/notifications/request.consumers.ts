import { settleNotifications } from "../../server/notifications/notifications.service";
import { tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { RequestFamily } from "../../shared/requests/families";
import { decisionPath, requestPath } from "../../shared/requests/request-paths.rules";
import { type Actor, parseStream, type StreamName } from "../../shared/kernel/events";
import type { NotificationKind } from "../../shared/notifications/notifications.kinds";
import { askingKinds } from "../../shared/notifications/request.words";
import { shortened } from "../../server/platform/rich-text/rich-text";
import type { Consumer } from "../platform/consumer";
import { toldAs } from "./notifications.recipients";
import { consumer, type Event, senderOf } from "./notifications.tell";
import { requestFacts, typeTitle } from "./request.facts";
import { isAskedNow, noLongerAsked, requestComment } from "./request.recipients";

type Told =
  | "request.sent"
  | "request.decided"
  | "request.decision_undone"
  | "request.cancelled"
  | "request.entered"
  | "request.escalated"
  | "request.rerouted"
  | "request.handed"
  | "request.paid"
  | "request.settled"
  | "request.archived";

/** What of it is said to one person; undefined when it doesn't concern them. */
interface Words {
  kind: NotificationKind;
  values?: Record<string, string>;
  /** They decide it: it opens in their inbox. */
  decides?: boolean;
}

/** Whom a request waits for from this event on; null where it says nothing of that. */
function waitsAfter({ type, data }: Event<Told>): readonly number[] | null {
  if (type === "request.cancelled") return [];
  return "waits_for" in data ? data.waits_for : null;
}

/** Whoever did it, and what was done: an event, or a decision that was held until it couldn't be undone any more. */
type Happening<Type extends Told> = Pick<Event<Type>, "data" | "actor">;

async function tellOne<Type extends Told>(
  tx: Tx,
  happening: Happening<Type>,
  eventId: number | null,
  to: number,
  said: Words | undefined,
): Promise<void> {
  if (!said) return;
  const request = happening.data as { id: number; family: RequestFamily; title: string; requester: Actor };
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
const about = <Type extends Told>(
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

const ended = {
  approved: "request.approved",
  rejected: "request.rejected",
  changes_requested: "request.changes",
} as const;
const noteAtMost = 200;

/** One person is told of a decision that stands. Whoever has decided the next step meanwhile isn't asked for it. */
export async function tellDecision(tx: Tx, decision: Happening<"request.decided">, id: number): Promise<void> {
  if (id === decision.actor?.id) return;
  const said = decided(decision, id, id === decision.data.requester.id);
  if (said?.kind === "request.waiting" && !(await isAskedNow(tx, id, decision.data.id))) return;
  await tellOne(tx, decision, null, id, said);
}

function decided({ data }: Happening<"request.decided">, id: number, isRequester: boolean): Words | undefined {
  const { decision, waits_for, on_behalf_of } = data;
  if (isRequester) {
    const note = (data.note ?? "").slice(0, noteAtMost);
    const goesOn = decision === "approved" && waits_for.length > 0;
    return { kind: goesOn ? "request.stepApproved" : ended[decision], values: { note } };
  }
  if (waits_for.includes(id)) return { kind: "request.waiting", decides: true };
  return id === on_behalf_of?.id ? { kind: "request.decidedForYou", values: { decision } } : undefined;
}

/** Whoever was asked, and whoever had approved it, plans without it from now on. */
function cancelled({ data, actor }: Event<"request.cancelled">, id: number, isRequester: boolean): Words {
  if (isRequester) return { kind: "request.cancelled" };
  const own = actor?.id === data.requester.id ? "yes" : "no";
  return {
    kind: "request.withdrawn",
    values: { own, decided: (data.approved_by ?? []).includes(id) ? "yes" : "no" },
  };
}

function passedOn(
  { data }: Event<"request.escalated" | "request.rerouted">,
  id: number,
  isRequester: boolean,
): Words | undefined {
  const values = { name: data.from };
  if (isRequester) return { kind: "request.escalated", values };
  return data.waits_for.includes(id)
    ? { kind: "request.passedOn", values, decides: true }
    : { kind: "request.passedOver", values };
}

/** By hand, by whom: to whoever asks, to whoever decides now, and to whoever doesn't any more. */
function handed({ data }: Event<"request.handed">, id: number, isRequester: boolean): Words {
  const values = { name: data.from, taker: data.to.fullname, note: (data.note ?? "").slice(0, noteAtMost) };
  if (isRequester) return { kind: "request.handed", values };
  return data.waits_for.includes(id)
    ? { kind: "request.handedToYou", values, decides: true }
    : { kind: "request.passedOver", values };
}

/** What is said of a delegation to whoever decides in another's name, and to the other. */
const delegationKinds = {
  "delegation.started": { delegatee: "delegation.started", delegator: null },
  "delegation.begun": { delegatee: "delegation.begun", delegator: "delegation.runs" },
  "delegation.ended": { delegatee: "delegation.ended", delegator: "delegation.over" },
} as const;

/** What was handed to somebody, has its first day, and ends: with it ends what waited for them in that name. */
const delegation = (type: keyof typeof delegationKinds): Consumer =>
  consumer(type, async (tx: Tx, event: Event<typeof type>, stream: StreamName) => {
    const to = parseStream(stream);
    if (to?.kind !== "user") return;
    const { delegator, delegatee, start_date } = event.data;
    const toDelegatee = to.id === delegatee.id;
    if (type === "delegation.ended" && toDelegatee) await settleNoLongerAsked(tx, to.id, event.id);
    if (to.id === event.actor?.id) return;
    const kind = delegationKinds[type][toDelegatee ? "delegatee" : "delegator"];
    if (!kind) return;
    const name = (toDelegatee ? delegator : delegatee).fullname;
    const values = { sender: senderOf(event), name, date: start_date };
    const about = { path: "/approvals", subject: name, taskId: null, projectId: null };
    await tellPeople(tx, { eventId: event.id, sender: event.actor }, [
      { kind, people: toldAs([to.id], null), values, ...about },
    ]);
  });

async function settleNoLongerAsked(tx: Tx, userId: number, before: number): Promise<void> {
  for (const requestId of await noLongerAsked(tx, userId, askingKinds)) {
    await settleNotifications(tx, userId, { requestId, kinds: askingKinds, before });
  }
}

/** To whoever asks, is asked at this moment, or has said something; who decided long ago is left alone. */
const commented = consumer("request.commented", async (tx, event, stream) => {
  const to = parseStream(stream);
  if (to?.kind !== "user" || to.id === event.actor?.id) return;
  const { id, family, requester, comment_id } = event.data;
  const comment = await requestComment(tx, comment_id, to.id);
  if (!comment) return;
  const decides = !comment.mine && (await isAskedNow(tx, to.id, id));
  if (!(comment.mine || comment.said || decides)) return;
  const { title } = comment;
  const facts = await requestFacts(tx, { id, family, title, requester }, decides);
  const values = { ...facts, excerpt: shortened(comment.body) };
  const message = {
    kind: "request.commented" as const,
    people: toldAs([to.id], null),
    values: { sender: senderOf(event), ...values, mine: comment.mine ? "yes" : "no" },
    path: decides ? decisionPath({ id, family }) : requestPath({ id, family }),
    subject: title,
    taskId: null,
    projectId: null,
    requestId: id,
  };
  await tellPeople(tx, { eventId: event.id, sender: event.actor }, [message]);
});

/** Nobody asked for it: a holiday came or went. */
const recounted = consumer("leave.recounted", async (tx, event, stream) => {
  const to = parseStream(stream);
  if (to?.kind !== "user") return;
  const { id, leave_type, start_date, after } = event.data;
  const message = {
    kind: "leave.recounted" as const,
    people: toldAs([to.id], null),
    values: { sender: senderOf(event), ...typeTitle(leave_type), date: start_date, count: String(after) },
    path: requestPath({ id, family: "leave" }),
    subject: leave_type.name,
    taskId: null,
    projectId: null,
    requestId: id,
  };
  await tellPeople(tx, { eventId: event.id, sender: event.actor }, [message]);
});

export const requestConsumers: readonly Consumer[] = [
  recounted,
  about("request.sent", ({ data }, _, isRequester) =>
    isRequester ? undefined : { kind: data.again ? "request.resubmitted" : "request.waiting", decides: true },
  ),
  // Who is told of it is told once it can't be undone any more (workers/approvals/decisions.ts).
  about("request.decided", () => undefined),
  about("request.decision_undone", () => undefined),
  about("request.cancelled", cancelled),
  about("request.entered", (_event, _id, isRequester) => (isRequester ? { kind: "request.entered" } : undefined)),
  about("request.escalated", passedOn),
  about("request.rerouted", passedOn),
  about("request.handed", handed),
  about("request.paid", ({ data }, _, isRequester) =>
    isRequester ? { kind: "request.paid", values: { date: data.date } } : undefined,
  ),
  about("request.settled", ({ data }, _, isRequester) =>
    isRequester && data.settled ? { kind: "request.settled" } : undefined,
  ),
  about("request.archived", (_event, _id, isRequester) => (isRequester ? { kind: "request.archived" } : undefined)),
  commented,
  delegation("delegation.started"),
  delegation("delegation.begun"),
  delegation("delegation.ended"),
];
