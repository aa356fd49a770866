import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { unsubscribeToken } from "../../server/notifications/unsubscribe.service";
import type { Mailer } from "../../server/platform/mail/mail";
import type { PushSender, PushTarget } from "../../server/platform/mail/push";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import { calendarMailTells } from "../../server/bookings/calendar-mails.service";
import { newsReaches } from "../../server/news/news-tell.service";
import { whoSees } from "../../server/projects/projects.policy";
import { userStream } from "../../shared/kernel/events";
import { topicOf } from "../../shared/notifications/notifications.kinds";
import { digestMail, heldBack, notificationMail, pushPayload, type Surroundings, tagOf } from "./deliveries.compose";
import { besideEachOther, oneByOne } from "../platform/beside";
import * as statements from "./deliveries.sql";
import type { Claimed, Content, Digest, Event, Receiver } from "./deliveries.sql";

export interface DeliveryOffice {
  unitOfWork: UnitOfWork;
  /** Works as `portal_worker`: sees which tenants have something to send. */
  workerDatabase: DataSource;
  mailer: Pick<Mailer, "deliver">;
  push: PushSender;
  /** How people reach a tenant, given its host names, the main one first. */
  originFor(domains: readonly string[]): string;
  log: Logger;
}

/** Seconds until the next attempt, after each; then it is given up. */
const patience = [20, 60, 300, 1_200, 3_600, 10_800, 43_200];
/** Far shorter than the lease: what takes longer counts as failed, and is tried again by whoever comes next. */
const sendingAtMostMs = 30_000;

/** What is to be sent, settled in one transaction; it is sent outside of any. */
type Parcel =
  | { mail: Awaited<ReturnType<typeof notificationMail>> }
  | { push: PushTarget; payload: string; topic: string };

interface Line {
  id: number;
  channel: Claimed["channel"];
}

const keyOf = ({ id, channel }: Line) => `${id}/${channel}`;

/** In each line the person who was the last to have a turn. */
const lastServed = new Map<string, number>();

/**
 * Sends what is due, of all tenants in turn, mails and pushes apart: a push service that says nothing keeps no mail waiting and
 * nobody else's push. Safe to run in several workers at once, and again after one was killed: a row is
 * held by one worker; sent again after a crash, it is the same mail (its Message-ID) and the same push (topic and tag).
 * @returns how many rows were taken.
 */
export const sendDue = (office: DeliveryOffice): Promise<number> =>
  besideEachOther<Line>({
    name: "deliveries",
    log: office.log,
    due: () => office.workerDatabase.query<Line[]>(statements.dueLines),
    keyOf,
    work: (line) => sendSome(office, line),
  });

/** A portion. Its transactions come one after the other: waiting for answers takes no connection, and the rest takes one. */
async function sendSome(office: DeliveryOffice, line: Line): Promise<number> {
  const lease = randomUUID();
  const claimed = await claimNext(office, line, lease);
  const inLine = oneByOne();
  const unitOfWork: UnitOfWork = (options, work) => inLine(() => office.unitOfWork(options, work));
  await Promise.all(
    claimed.map((delivery) =>
      deliver({ ...office, unitOfWork }, line.id, lease, delivery).catch((error) =>
        office.log.warn({ err: error, delivery: delivery.id }, "delivery"),
      ),
    ),
  );
  return claimed.length;
}

async function claimNext(office: DeliveryOffice, line: Line, lease: string): Promise<Claimed[]> {
  const claimAfter = (person: number) => {
    const values = [lease, statements.leaseSeconds, statements.atOnce, line.channel, person];
    return office.unitOfWork({ tenantId: line.id }, (tx) => tx.rows<Claimed>(statements.claim, values));
  };
  const last = lastServed.get(keyOf(line)) ?? 0;
  const next = await claimAfter(last);
  const claimed = next.length > 0 || last === 0 ? next : await claimAfter(0);
  lastServed.set(keyOf(line), Math.max(0, ...claimed.map(({ user_id }) => user_id)));
  return claimed;
}

async function deliver(office: DeliveryOffice, tenantId: number, lease: string, delivery: Claimed): Promise<void> {
  const settle = (work: (tx: Tx) => Promise<unknown>) => office.unitOfWork({ tenantId }, work);
  const finish = (tx: Tx, outcome: string) => tx.rows(statements.finish, [delivery.id, lease, outcome]);
  let outcome: string;
  try {
    const parcel = await office.unitOfWork({ tenantId }, (tx) => prepare(office, tx, delivery));
    if (typeof parcel === "string") {
      await settle(async (tx) => {
        if (parcel === "quiet") await tx.rows(statements.toDigest, [delivery.notification_id]);
        await finish(tx, parcel);
      });
      return;
    }
    outcome = await inTime(send(office, parcel));
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    office.log.warn({ code, responseCode, delivery: delivery.id, attempts: delivery.attempts }, "not delivered");
    // What the mail server will never take (RFC 5321, 5xx to an address) isn't tried again.
    outcome = responseCode && responseCode >= 550 && responseCode < 560 ? "refused" : "later";
  }
  await settle(async (tx) => {
    if (outcome === "gone") {
      await tx.rows(statements.dropSubscription, [delivery.subscription_id]);
      tx.emit("notification.settings", userStream(delivery.user_id), {});
      return;
    }
    const wait = patience[delivery.attempts - 1];
    if (outcome !== "later") await finish(tx, outcome);
    else if (wait === undefined) await finish(tx, "failed");
    else await tx.rows(statements.postpone, [delivery.id, lease, wait, "later"]);
  });
}

async function send(office: DeliveryOffice, parcel: Parcel): Promise<string> {
  if ("push" in parcel) return office.push.send(parcel.push, parcel);
  await office.mailer.deliver(parcel.mail);
  return "sent";
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Sending takes too long")), sendingAtMostMs);
    timer.unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What is sent, or why nothing is. */
async function prepare(office: DeliveryOffice, tx: Tx, delivery: Claimed): Promise<Parcel | string> {
  const to = await tx.one<Receiver>(statements.receiver, [delivery.user_id]);
  if (!to?.active) return "inactive";
  const around = surroundings(office, tx.tenantId, delivery.user_id, office.originFor(to.domains));
  if (delivery.digest_id !== null) return prepareDigest(tx, delivery, to, around);
  const content = await tx.one<Content>(statements.notificationById, [delivery.notification_id]);
  if (!content) return "cleared";
  if (!(await maySee(tx, content, delivery.user_id, to))) return "hidden";
  const held = heldBack(content, to, delivery.channel, to.now);
  if (held) return held;
  const { id, channel, subscription_id, events_to } = delivery;
  const events = await tx.rows<Event>(statements.newEvents, [content.id, events_to, channel, subscription_id, id]);
  if (events.length === 0) return "told";
  if (channel === "mail" && (await calendarMailTells(tx, content, delivery.user_id))) return "calendar";
  if (channel === "mail") return { mail: await notificationMail(delivery, content, events, to, around) };
  const later = await tx.one<{ overtaken: boolean }>(statements.isOvertaken, [content.id, subscription_id, id]);
  if (later?.overtaken) return "told";
  const target = await tx.one<PushTarget>(statements.subscriptionById, [subscription_id]);
  if (!target) return "unsubscribed";
  return { push: target, payload: pushPayload(content, events, to), topic: tagOf(content) };
}

async function prepareDigest(tx: Tx, delivery: Claimed, to: Receiver, around: Surroundings): Promise<Parcel | string> {
  const digest = await tx.one<Digest>(statements.digestById, [delivery.digest_id]);
  const all = await tx.rows<Content>(statements.digested, [delivery.user_id, delivery.digest_id]);
  const seen: Content[] = [];
  for (const content of all) if (await maySee(tx, content, delivery.user_id, to)) seen.push(content);
  if (!digest || seen.length === 0) return "read";
  return { mail: await digestMail(delivery, digest, seen, to, around) };
}

/**
 * Asked again at the last moment: what is on its way must not reach who has lost access meanwhile. Who is from outside by now hears of
 * their projects, their account and what they have asked for.
 */
async function maySee(
  tx: Tx,
  content: Content,
  userId: number,
  { external }: Pick<Receiver, "external">,
): Promise<boolean> {
  const { kind, project_id, request_id, path } = content;
  if (external && project_id === null && topicOf[kind] !== null)
    return request_id !== null && (await tx.one(statements.isOwnRequest, [request_id, userId])) !== undefined;
  if (kind.startsWith("news.")) return newsReaches(tx, path, userId);
  if (project_id === null || kind === "project.removed") return true;
  return (await whoSees(tx, project_id, [userId])).length > 0;
}

function surroundings(office: DeliveryOffice, tenantId: number, userId: number, origin: string): Surroundings {
  return {
    origin,
    tenantId,
    async stopLink(what) {
      const token = await unsubscribeToken(office.workerDatabase, tenantId, { userId, what });
      return `${origin}/notification/unsubscribe?token=${encodeURIComponent(token)}`;
    },
  };
}
