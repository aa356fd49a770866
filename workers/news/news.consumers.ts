import { readersToTell, tellOfComment, tellOfNews, whoShowsNews } from "../../server/news/news-tell.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { DomainEvent } from "../../shared/domain-events";
import { userStream } from "../../shared/kernel/events";
import type { Consumer } from "../platform/consumer";

/** Lists are told on people's own streams, after the article itself: publishing waits for nobody's inbox. */
async function listsChanged(tx: Tx, event: DomainEvent): Promise<void> {
  const { id } = event.data as { id: number };
  for (const userId of await whoShowsNews(tx, id)) tx.emit("news_list.changed", userStream(userId), { id });
}

async function published(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.published") return;
  const { people, mustRead } = await readersToTell(tx, event.data.id);
  const occasion = { eventId: event.id, sender: event.actor };
  await tellOfNews(tx, mustRead ? "news.mustRead" : "news.published", event.data.id, people, occasion);
}

/** Who has said so by now, isn't asked for it. */
async function reminded(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.reminded") return;
  const { people, mustRead } = await readersToTell(tx, event.data.id);
  if (!mustRead) return;
  await tellOfNews(tx, "news.reminder", event.data.id, people, { eventId: event.id, sender: event.actor });
}

async function commented(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== "news.commented") return;
  const { article_id, comment } = event.data;
  await tellOfComment(tx, article_id, comment.comment, { eventId: event.id, sender: event.actor });
}

export const newsConsumers: readonly Consumer[] = [
  { name: "news.lists", events: ["news.published", "news.updated", "news.withdrawn"], consume: listsChanged },
  { name: "news.published", events: ["news.published"], consume: published },
  { name: "news.reminded", events: ["news.reminded"], consume: reminded },
  { name: "news.commented", events: ["news.commented"], consume: commented },
];
