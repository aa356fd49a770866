import {
  firstPartOf,
  isMailedElsewhere,
  maySeeRecord,
} from "../../../server/communication/notifications/notifications.slots";
import { isWantedByMail } from "../../../server/communication/notifications/settings.service";
import type { PushTarget } from "../../../server/communication/notifications/push";
import { unsubscribeToken } from "../../../server/communication/notifications/unsubscribe.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { filterProjectViewers } from "../../../server/work/access/projects.policy";
import { isGroupedKind, topicOf } from "../../../shared/communication/notifications/notifications.kinds";
import type { DeliveryDependencies } from "./deliveries";
import {
  digestMail,
  type MailContext,
  notificationMail,
  pushPayload,
  pushTagOf,
  quietMinutesFor,
  reasonToSkip,
  type UnwantedReason,
} from "./deliveries.compose";
import * as statements from "./deliveries.sql";
import type {
  ClaimedDelivery,
  DeliveryRecipient,
  DigestContent,
  ListedEvent,
  NotificationContent,
} from "./deliveries.sql";

export type DeliveryMessage =
  | { mail: Awaited<ReturnType<typeof notificationMail>> }
  | { push: PushTarget; payload: string; topic: string };

/**
 * `cleared`: the notification was deleted. `hidden`: the user has lost access. `told`: another delivery includes the events. `calendar`: a
 * calendar email includes them. Stored as the outcome of the delivery.
 */
export type SkipReason = UnwantedReason | "cleared" | "hidden" | "told" | "calendar" | "unsubscribed";

type PreparedDelivery = { message: DeliveryMessage } | { skipReason: SkipReason } | { quietMinutes: number };

type PrepareDependencies = Pick<DeliveryDependencies, "workerDatabase" | "originFor">;

export async function prepareDelivery(
  dependencies: PrepareDependencies,
  tx: Tx,
  delivery: ClaimedDelivery,
): Promise<PreparedDelivery> {
  const to = await tx.one<DeliveryRecipient>(statements.selectRecipient, [delivery.user_id]);
  if (!to?.active) return { skipReason: "inactive" };
  const context = mailContextOf(dependencies, tx.tenantId, delivery.user_id, to.domains);
  if (delivery.digest_id !== null) return prepareDigest(tx, delivery, to, context);
  const content = await tx.one<NotificationContent>(statements.selectNotification, [delivery.notification_id]);
  if (!content) return { skipReason: "cleared" };
  if (!(await maySeeContent(tx, content, delivery.user_id, to))) return { skipReason: "hidden" };
  const skipReason = reasonToSkip(content, to, delivery.channel);
  if (skipReason) return { skipReason };
  const quietMinutes = quietMinutesFor(content, to);
  if (quietMinutes > 0) return { quietMinutes };
  const { id, channel, subscription_id, events_to } = delivery;
  const events = await tx.rows<ListedEvent>(statements.selectNewEvents, [
    content.id,
    events_to,
    channel,
    subscription_id,
    id,
    isAcrossProjects(content) ? await visibleTasksOf(tx, content, delivery.user_id) : null,
  ]);
  if (events.length === 0) return { skipReason: "told" };
  const isCovered = isMailedElsewhere.filling[firstPartOf(content.kind)];
  if (channel === "mail" && (await isCovered?.(tx, content, delivery.user_id))) return { skipReason: "calendar" };
  if (channel === "mail") return { message: { mail: await notificationMail(delivery, content, events, to, context) } };
  const later = await tx.one<{ overtaken: boolean }>(statements.selectIsSuperseded, [content.id, subscription_id, id]);
  if (later?.overtaken) return { skipReason: "told" };
  const target = await tx.one<PushTarget>(statements.selectSubscription, [subscription_id]);
  if (!target) return { skipReason: "unsubscribed" };
  return { message: { push: target, payload: pushPayload(content, events, to), topic: pushTagOf(content) } };
}

async function prepareDigest(
  tx: Tx,
  delivery: ClaimedDelivery,
  to: DeliveryRecipient,
  context: MailContext,
): Promise<PreparedDelivery> {
  const digest = await tx.one<DigestContent>(statements.selectDigest, [delivery.digest_id]);
  const all = await tx.rows<NotificationContent>(statements.selectNotificationsOfDigest, [
    delivery.user_id,
    delivery.digest_id,
  ]);
  // The user may have switched the mail of a kind off since.
  const mailedNotifications = all.filter(({ kind }) => isWantedByMail(kind, to.topics));
  const visible: NotificationContent[] = [];
  const visibleRecords = new Map<string, boolean>();
  for (const content of mailedNotifications) {
    const { kind, project_id, request_id, path, values } = content;
    // Most notifications of a project depend on the access to it only, so that it is checked once.
    const record = JSON.stringify([kind, project_id, request_id, project_id === null && [path, values.tasks]]);
    const isVisible = visibleRecords.get(record) ?? (await maySeeContent(tx, content, delivery.user_id, to));
    visibleRecords.set(record, isVisible);
    if (isVisible) visible.push(content);
  }
  if (!digest || visible.length === 0) return { skipReason: "read" };
  return { message: { mail: await digestMail(delivery, digest, visible, to, context) } };
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
  if (isAcrossProjects(content)) return (await visibleTasksOf(tx, content, userId)).length > 0;
  if (external && project_id === null && topicOf[kind] !== null)
    return request_id !== null && (await tx.one(statements.selectOwnRequest, [request_id, userId])) !== undefined;
  const maySee = maySeeRecord.filling[firstPartOf(kind)];
  if (maySee) return maySee(tx, content, userId);
  if (project_id === null || kind === "project.removed") return true;
  return (await filterProjectViewers(tx, project_id, [userId])).length > 0;
}

/** Whether the notification is about tasks of several projects. */
const isAcrossProjects = ({ kind, project_id, values }: NotificationContent): boolean =>
  project_id === null && isGroupedKind(kind) && values.tasks !== undefined;

async function visibleTasksOf(tx: Tx, { values }: NotificationContent, userId: number): Promise<number[]> {
  const tasks = (values.tasks ?? "").split(",").map(Number);
  return (await tx.rows<{ id: number }>(statements.selectVisibleTasks, [tasks, userId])).map(({ id }) => id);
}

function mailContextOf(
  { workerDatabase, originFor }: PrepareDependencies,
  tenantId: number,
  userId: number,
  domains: readonly string[],
): MailContext {
  const origin = originFor(domains);
  return {
    origin,
    tenantId,
    async unsubscribeLink(target) {
      const token = await unsubscribeToken(workerDatabase, tenantId, { userId, target });
      return `${origin}/notification/unsubscribe?token=${encodeURIComponent(token)}`;
    },
  };
}
