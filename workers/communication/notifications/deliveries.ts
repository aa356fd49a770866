import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { unsubscribeToken } from "../../../server/communication/notifications/unsubscribe.service";
import type { Mailer } from "../../../server/platform/mail/mail";
import type { PushSender, PushTarget } from "../../../server/communication/notifications/push";
import type { Tx, UnitOfWork } from "../../../server/platform/database/unit-of-work";
import {
  firstPartOf,
  isMailedElsewhere,
  maySeeRecord,
} from "../../../server/communication/notifications/notifications.slots";
import { filterProjectViewers } from "../../../server/work/access/projects.policy";
import { userStream } from "../../../shared/kernel/events";
import { topicOf } from "../../../shared/communication/notifications/notifications.kinds";
import {
  digestMail,
  reasonToSkip,
  notificationMail,
  pushPayload,
  type MailContext,
  pushTagOf,
} from "./deliveries.compose";
import { runPerTenant, createSerialQueue } from "../../platform/run-per-tenant";
import * as statements from "./deliveries.sql";
import type {
  ClaimedDelivery,
  NotificationContent,
  DigestContent,
  ListedEvent,
  DeliveryRecipient,
} from "./deliveries.sql";
import { queryRows } from "../../../server/platform/database/statements";

export interface DeliverySender {
  unitOfWork: UnitOfWork;
  /** Connects as `portal_worker`, which can read all tenants that have due deliveries. */
  workerDatabase: DataSource;
  mailer: Pick<Mailer, "deliver">;
  push: PushSender;
  originFor(domains: readonly string[]): string;
  log: Logger;
}

/** Seconds until the next attempt; after the last attempt the delivery is dropped. */
const retryDelays = [20, 60, 300, 1_200, 3_600, 10_800, 43_200];
/** Time limit of an attempt in ms. Far shorter than the lease: a slower attempt counts as failed and is retried. */
const maxSendingMs = 30_000;

/** A message is prepared in one transaction and sent outside of transactions. */
type PreparedMessage =
  | { mail: Awaited<ReturnType<typeof notificationMail>> }
  | { push: PushTarget; payload: string; topic: string };

interface TenantChannel {
  id: number;
  channel: ClaimedDelivery["channel"];
}

const keyOf = ({ id, channel }: TenantChannel) => `${id}/${channel}`;

/** Id of the user served last, by tenant and channel. */
const lastServed = new Map<string, number>();

/**
 * Sends due deliveries, round-robin over tenants. Emails and pushes are separate, so that a push service that does not respond delays
 * neither emails nor other tenants. Safe in several workers and after a crash: rows are leased, and a repeated delivery has the same
 * Message-ID, or the same push topic and tag.
 * @returns the number of claimed deliveries
 */
export const sendDueDeliveries = (office: DeliverySender): Promise<number> =>
  runPerTenant<TenantChannel>({
    name: "deliveries",
    log: office.log,
    due: () => queryRows<TenantChannel>(office.workerDatabase, statements.channelsWithDueDeliveries),
    keyOf,
    work: (line) => sendBatch(office, line),
  });

/**
 * Sends one batch. Its transactions run sequentially, so it uses at most one database connection, and none while waiting for external
 * services.
 */
async function sendBatch(office: DeliverySender, line: TenantChannel): Promise<number> {
  const lease = randomUUID();
  const claimed = await claimNext(office, line, lease);
  const inLine = createSerialQueue();
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

async function claimNext(office: DeliverySender, line: TenantChannel, lease: string): Promise<ClaimedDelivery[]> {
  const claimAfter = (person: number) => {
    const values = [lease, statements.leaseSeconds, statements.deliveryBatchSize, line.channel, person];
    return office.unitOfWork({ tenantId: line.id }, (tx) =>
      tx.rows<ClaimedDelivery>(statements.claimDeliveries, values),
    );
  };
  const last = lastServed.get(keyOf(line)) ?? 0;
  const next = await claimAfter(last);
  const claimed = next.length > 0 || last === 0 ? next : await claimAfter(0);
  lastServed.set(keyOf(line), Math.max(0, ...claimed.map(({ user_id }) => user_id)));
  return claimed;
}

async function deliver(
  office: DeliverySender,
  tenantId: number,
  lease: string,
  delivery: ClaimedDelivery,
): Promise<void> {
  const settle = (work: (tx: Tx) => Promise<unknown>) => office.unitOfWork({ tenantId }, work);
  const finish = (tx: Tx, outcome: string) => tx.rows(statements.finishDeliveries, [delivery.id, lease, outcome]);
  let outcome: string;
  try {
    const parcel = await office.unitOfWork({ tenantId }, (tx) => prepare(office, tx, delivery));
    if (typeof parcel === "string") {
      await settle(async (tx) => {
        if (parcel === "quiet") await tx.rows(statements.moveToDigest, [delivery.notification_id]);
        await finish(tx, parcel);
      });
      return;
    }
    outcome = await sendWithTimeout(send(office, parcel));
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    office.log.warn({ code, responseCode, delivery: delivery.id, attempts: delivery.attempts }, "not delivered");
    // Permanent rejections of an address (RFC 5321, codes 550 to 559) are not retried.
    outcome = responseCode && responseCode >= 550 && responseCode < 560 ? "refused" : "later";
  }
  await settle(async (tx) => {
    if (outcome === "gone") {
      await tx.rows(statements.dropSubscription, [delivery.subscription_id]);
      tx.emit("notification.settings", userStream(delivery.user_id), {});
      return;
    }
    const wait = retryDelays[delivery.attempts - 1];
    if (outcome !== "later") await finish(tx, outcome);
    else if (wait === undefined) await finish(tx, "failed");
    else await tx.rows(statements.postponeDeliveries, [delivery.id, lease, wait, "later"]);
  });
}

async function send(office: DeliverySender, parcel: PreparedMessage): Promise<string> {
  if ("push" in parcel) return office.push.send(parcel.push, parcel);
  await office.mailer.deliver(parcel.mail);
  return "sent";
}

function sendWithTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Sending takes too long")), maxSendingMs);
    timer.unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function prepare(office: DeliverySender, tx: Tx, delivery: ClaimedDelivery): Promise<PreparedMessage | string> {
  const to = await tx.one<DeliveryRecipient>(statements.deliveryRecipient, [delivery.user_id]);
  if (!to?.active) return "inactive";
  const around = surroundings(office, tx.tenantId, delivery.user_id, office.originFor(to.domains));
  if (delivery.digest_id !== null) return prepareDigest(tx, delivery, to, around);
  const content = await tx.one<NotificationContent>(statements.notificationById, [delivery.notification_id]);
  if (!content) return "cleared";
  if (!(await maySeeContent(tx, content, delivery.user_id, to))) return "hidden";
  const held = reasonToSkip(content, to, delivery.channel, to.now);
  if (held) return held;
  const { id, channel, subscription_id, events_to } = delivery;
  const events = await tx.rows<ListedEvent>(statements.newEvents, [
    content.id,
    events_to,
    channel,
    subscription_id,
    id,
  ]);
  if (events.length === 0) return "told";
  const isCovered = isMailedElsewhere.filling[firstPartOf(content.kind)];
  if (channel === "mail" && (await isCovered?.(tx, content, delivery.user_id))) return "calendar";
  if (channel === "mail") return { mail: await notificationMail(delivery, content, events, to, around) };
  const later = await tx.one<{ overtaken: boolean }>(statements.isSuperseded, [content.id, subscription_id, id]);
  if (later?.overtaken) return "told";
  const target = await tx.one<PushTarget>(statements.subscriptionById, [subscription_id]);
  if (!target) return "unsubscribed";
  return { push: target, payload: pushPayload(content, events, to), topic: pushTagOf(content) };
}

async function prepareDigest(
  tx: Tx,
  delivery: ClaimedDelivery,
  to: DeliveryRecipient,
  around: MailContext,
): Promise<PreparedMessage | string> {
  const digest = await tx.one<DigestContent>(statements.digestById, [delivery.digest_id]);
  const all = await tx.rows<NotificationContent>(statements.notificationsOfDigest, [
    delivery.user_id,
    delivery.digest_id,
  ]);
  const seen: NotificationContent[] = [];
  for (const content of all) if (await maySeeContent(tx, content, delivery.user_id, to)) seen.push(content);
  if (!digest || seen.length === 0) return "read";
  return { mail: await digestMail(delivery, digest, seen, to, around) };
}

/**
 * Whether the user may still see the content; checked before sending, in case access was lost. External users receive only notifications
 * about their projects, their account and their own requests.
 */
async function maySeeContent(
  tx: Tx,
  content: NotificationContent,
  userId: number,
  { external }: Pick<DeliveryRecipient, "external">,
): Promise<boolean> {
  const { kind, project_id, request_id } = content;
  if (external && project_id === null && topicOf[kind] !== null)
    return request_id !== null && (await tx.one(statements.isOwnRequest, [request_id, userId])) !== undefined;
  const maySee = maySeeRecord.filling[firstPartOf(kind)];
  if (maySee) return maySee(tx, content, userId);
  if (project_id === null || kind === "project.removed") return true;
  return (await filterProjectViewers(tx, project_id, [userId])).length > 0;
}

function surroundings(office: DeliverySender, tenantId: number, userId: number, origin: string): MailContext {
  return {
    origin,
    tenantId,
    async stopLink(what) {
      const token = await unsubscribeToken(office.workerDatabase, tenantId, { userId, what });
      return `${origin}/notification/unsubscribe?token=${encodeURIComponent(token)}`;
    },
  };
}
