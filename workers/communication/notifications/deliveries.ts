import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { lockInboxes } from "../../../server/communication/notifications/notifications.service";
import { createPushSender, type PushSender } from "../../../server/communication/notifications/push";
import { queryRows } from "../../../server/platform/database/statements";
import type { Tx, UnitOfWork } from "../../../server/platform/database/unit-of-work";
import type { Mailer } from "../../../server/platform/mail/mail";
import { userStream } from "../../../shared/kernel/events";
import type { WorkerDependencies } from "../../platform/features";
import { createSerialQueue, runPerTenant } from "../../platform/run-per-tenant";
import { type DeliveryMessage, prepareDelivery } from "./deliveries.prepare";
import * as statements from "./deliveries.sql";
import type { ClaimedDelivery } from "./deliveries.sql";

export interface DeliveryDependencies {
  unitOfWork: UnitOfWork;
  /** Connects as `portal_worker`, which can read all tenants that have due deliveries. */
  workerDatabase: DataSource;
  mailer: Pick<Mailer, "deliver">;
  push: PushSender;
  originFor(domains: readonly string[]): string;
  log: Logger;
}

export const createDeliveryDependencies = (dependencies: WorkerDependencies): DeliveryDependencies => ({
  ...dependencies,
  push: createPushSender(dependencies.workerDatabase, dependencies.config),
});

/** Seconds until the next attempt; after the last attempt the delivery is dropped. */
const retryDelays = [20, 60, 300, 1_200, 3_600, 10_800, 43_200];
/** Time limit of an attempt in ms. Far shorter than the lease: a slower attempt counts as failed and is retried. */
const maxSendingMs = 30_000;

/** `later`: the message must be retried. `gone`: the browser has cancelled its subscription. `refused`: it will never be accepted. */
type SendOutcome = "sent" | "later" | "gone" | "refused";

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
export const sendDueDeliveries = (dependencies: DeliveryDependencies): Promise<number> =>
  runPerTenant<TenantChannel>({
    name: "deliveries",
    log: dependencies.log,
    due: () => queryRows<TenantChannel>(dependencies.workerDatabase, statements.selectDueChannels),
    keyOf,
    work: (channel) => sendBatch(dependencies, channel),
  });

/**
 * Sends one batch. Its transactions run sequentially, so it uses at most one database connection, and none while waiting for external
 * services.
 */
async function sendBatch(dependencies: DeliveryDependencies, channel: TenantChannel): Promise<number> {
  const lease = randomUUID();
  const claimed = await claimNext(dependencies, channel, lease);
  const inSequence = createSerialQueue();
  const unitOfWork: UnitOfWork = (options, work) => inSequence(() => dependencies.unitOfWork(options, work));
  await Promise.all(
    claimed.map((delivery) =>
      deliver({ ...dependencies, unitOfWork }, channel.id, lease, delivery).catch((error) =>
        dependencies.log.warn({ err: error, delivery: delivery.id }, "delivery"),
      ),
    ),
  );
  return claimed.length;
}

async function claimNext(
  { unitOfWork }: DeliveryDependencies,
  { id: tenantId, channel }: TenantChannel,
  lease: string,
): Promise<ClaimedDelivery[]> {
  const claimAfter = (userId: number) => {
    const values = [lease, statements.leaseSeconds, statements.deliveryBatchSize, channel, userId];
    return unitOfWork({ tenantId }, (tx) => tx.rows<ClaimedDelivery>(statements.claimDeliveries, values));
  };
  const key = keyOf({ id: tenantId, channel });
  const last = lastServed.get(key) ?? 0;
  const next = await claimAfter(last);
  const claimed = next.length > 0 || last === 0 ? next : await claimAfter(0);
  lastServed.set(key, Math.max(0, ...claimed.map(({ user_id }) => user_id)));
  return claimed;
}

/** Prepares the message in one transaction, sends it outside of transactions and records the outcome in another one. */
async function deliver(
  dependencies: DeliveryDependencies,
  tenantId: number,
  lease: string,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { unitOfWork, log } = dependencies;
  let outcome: SendOutcome;
  try {
    const prepared = await unitOfWork({ tenantId }, (tx) => prepareDelivery(dependencies, tx, delivery));
    if ("skipReason" in prepared) {
      await unitOfWork({ tenantId }, (tx) => finishDelivery(tx, lease, delivery, prepared.skipReason));
      return;
    }
    if ("quietMinutes" in prepared) {
      await unitOfWork({ tenantId }, (tx) => holdDelivery(tx, lease, delivery, prepared.quietMinutes));
      return;
    }
    outcome = await sendWithTimeout(send(dependencies, prepared.message));
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    log.warn({ code, responseCode, delivery: delivery.id, attempts: delivery.attempts }, "not delivered");
    // Permanent rejections of an address (RFC 5321, codes 550 to 559) are not retried.
    outcome = responseCode && responseCode >= 550 && responseCode < 560 ? "refused" : "later";
  }
  await unitOfWork({ tenantId }, (tx) => settleDelivery(tx, lease, delivery, outcome));
}

const finishDelivery = (tx: Tx, lease: string, { id }: ClaimedDelivery, outcome: string) =>
  tx.rows(statements.finishDelivery, [id, lease, outcome]);

async function holdDelivery(
  tx: Tx,
  lease: string,
  { id, user_id }: ClaimedDelivery,
  quietMinutes: number,
): Promise<void> {
  await lockInboxes(tx, [user_id]);
  await tx.rows(statements.holdDelivery, [id, lease, quietMinutes]);
}

async function settleDelivery(tx: Tx, lease: string, delivery: ClaimedDelivery, outcome: SendOutcome): Promise<void> {
  if (outcome === "gone") {
    await tx.rows(statements.deleteSubscription, [delivery.subscription_id]);
    tx.emit("notification.settings", userStream(delivery.user_id), {});
    return;
  }
  const delay = retryDelays[delivery.attempts - 1];
  if (outcome !== "later") await finishDelivery(tx, lease, delivery, outcome);
  else if (delay === undefined) await finishDelivery(tx, lease, delivery, "failed");
  else await tx.rows(statements.postponeDelivery, [delivery.id, lease, delay, "later"]);
}

async function send({ push, mailer }: DeliveryDependencies, message: DeliveryMessage): Promise<SendOutcome> {
  if ("push" in message) return push.send(message.push, message);
  await mailer.deliver(message.mail);
  return "sent";
}

function sendWithTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Sending takes too long")), maxSendingMs);
    timer.unref();
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
