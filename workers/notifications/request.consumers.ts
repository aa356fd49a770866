import { settleNotifications } from "../../server/notifications/notifications.service";
import { tellPeople } from "../../server/notifications/tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { decisionPath, requestPath } from "../../shared/requests/request-paths.rules";
import { parseStream, type StreamName } from "../../shared/kernel/events";
import { askingKinds } from "../../shared/notifications/request.words";
import { shortened } from "../../server/platform/rich-text/rich-text";
import type { Consumer } from "../platform/consumer";
import { toldAs } from "./notifications.recipients";
import { consumer, type Event, senderOf } from "./notifications.tell";
import { about, type Happening, tellOne, type Words } from "./request.about";
import { requestFacts } from "./request.facts";
import { isAskedNow, noLongerAsked, requestComment } from "./request.recipients";

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

export const requestConsumers: readonly Consumer[] = [
  about("request.sent", ({ data }, _, isRequester) =>
    isRequester ? undefined : { kind: data.again ? "request.resubmitted" : "request.waiting", decides: true },
  ),
  // Who is told of it is told once it can't be undone any more (workers/approvals/decisions.ts).
  about("request.decided", () => undefined),
  about("request.decision_undone", () => undefined),
  about("request.cancelled", cancelled),
  about("request.entered", (_event, _id, isRequester) => (isRequester ? { kind: "request.entered" } : undefined)),
  about("request.expired", (_event, _id, isRequester) => ({
    kind: isRequester ? "request.expired" : "request.missed",
  })),
  about("request.escalated", passedOn),
  about("request.rerouted", passedOn),
  about("request.handed", handed),
  commented,
  delegation("delegation.started"),
  delegation("delegation.begun"),
  delegation("delegation.ended"),
];
