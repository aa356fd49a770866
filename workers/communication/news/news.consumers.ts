import { userStream, type DomainEvent } from "../../../shared/kernel/events";
import { pendingPictures } from "../../../server/communication/news/news-discussion.service";
import {
  readersAddedSince,
  readersToNotify,
  notifyOfNewsComment,
  notifyOfNews,
  formerNewsReaderIds,
  newsListUserIds,
} from "../../../server/communication/news/news-notifications.service";
import { withdrawNotifications } from "../../../server/communication/notifications/notifications.service";
import { newsPath } from "../../../shared/kernel/screen-paths";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { Previews } from "../../work/attachments/previews";
import type { Consumer } from "../../platform/consumer";
import { applyNewsSchedule } from "../../../server/communication/news/news-publishing.service";
import type { TenantWorkContext } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

const updateLists = (tx: Tx, id: number, userIds: readonly number[]): void =>
  userIds.forEach((userId) => tx.emit("news_list.changed", userStream(userId), { id }));

/** Lists are updated through the users' streams asynchronously, so that publishing an article does not wait for them. */
async function listsChanged(tx: Tx, event: DomainEvent): Promise<void> {
  const { id } = event.data as { id: number };
  updateLists(tx, id, await newsListUserIds(tx, id));
}

async function published(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.published") return;
  const { people, mustRead } = await readersToNotify(tx, event.data.id);
  const occasion = { eventId: event.id, sender: event.actor };
  await notifyOfNews(tx, mustRead ? "news.mustRead" : "news.published", event.data.id, people, occasion);
}

/**
 * Notifies users who have become readers of a published article, or must read it since the change, and removes the article from the lists
 * of users who are no readers any more.
 */
async function readersChanged(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.readers_changed") return;
  const { id, before } = event.data;
  const { people, mustRead } = await readersAddedSince(tx, id, before);
  const occasion = { eventId: event.id, sender: event.actor };
  await notifyOfNews(tx, mustRead ? "news.mustRead" : "news.published", id, people, occasion);
  updateLists(tx, id, await formerNewsReaderIds(tx, id, before));
}

/** Notifies users who have not confirmed; skips those who have done so since the reminder was requested. */
async function reminded(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.reminded") return;
  const { people, mustRead } = await readersToNotify(tx, event.data.id, event.data.mornings);
  if (!mustRead) return;
  await notifyOfNews(tx, "news.reminder", event.data.id, people, { eventId: event.id, sender: event.actor });
}

async function commented(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.commented") return;
  const { article_id, comment } = event.data;
  await notifyOfNewsComment(tx, article_id, comment.comment, { eventId: event.id, sender: event.actor });
}

/** Removes notifications together with the page that they link to. Publishing a withdrawn article again sends new notifications. */
async function withdrawn(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.withdrawn" && event.type !== "news.deleted") return;
  await withdrawNotifications(tx, { is: "page", path: newsPath(event.data.id) }, event.id);
}

export const newsConsumers: readonly Consumer[] = [
  { name: "news.lists", events: ["news.published", "news.updated", "news.withdrawn"], consume: listsChanged },
  { name: "news.published", events: ["news.published"], consume: published },
  { name: "news.readers", events: ["news.readers_changed"], consume: readersChanged },
  { name: "news.reminded", events: ["news.reminded"], consume: reminded },
  { name: "news.commented", events: ["news.commented"], consume: commented },
  { name: "news.gone", events: ["news.withdrawn", "news.deleted"], consume: withdrawn },
];

/** Requests previews of an article's new pictures. */
export const newsPictureConsumer = (previews: Pick<Previews, "enqueue">): Consumer => ({
  name: "news.pictures",
  events: ["news.updated"],
  async consume(tx, event) {
    const waiting = await pendingPictures(tx, (event.data as { id: number }).id);
    tx.afterCommit(() => waiting.forEach((fileId) => previews.enqueue(tx.tenantId, fileId)));
  },
});

/** Publishes and withdraws articles at the scheduled time, and reminds users who have not confirmed the day before the deadline. */
export function newsSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  return tenantSchedule({
    ...rest,
    name: "news",
    everyMs: 30_000,
    work: (tenantId, now) => unitOfWork({ tenantId }, (tx) => applyNewsSchedule(tx, now)),
  });
}
