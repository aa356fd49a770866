import type { InfiniteData } from "@tanstack/react-query";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type {
  listNotifications,
  Notification,
} from "../../../shared/communication/notifications/notifications.contract";

export type NotificationList = ReplyOf<typeof listNotifications>;

/** The two shapes cached under the endpoint's path: the bell's list, and the page's infinite list. */
export type CachedLists = NotificationList | InfiniteData<NotificationList> | undefined;

function everyList(cached: CachedLists, change: (list: NotificationList) => NotificationList): CachedLists {
  if (!cached) return cached;
  return "pages" in cached ? { ...cached, pages: cached.pages.map(change) } : change(cached);
}

/** If `ids` is null, all notifications are changed. */
export function withReadState(
  cached: CachedLists,
  ids: readonly number[] | null,
  isRead: boolean,
  unread: number,
): CachedLists {
  return everyList(cached, (list) => ({
    ...list,
    data: list.data.map((one) =>
      one.is_read !== isRead && (ids === null || ids.includes(one.id)) ? { ...one, is_read: isRead } : one,
    ),
    meta: { ...list.meta, unread_count: unread },
  }));
}

export function withoutNotifications(cached: CachedLists): CachedLists {
  return everyList(cached, (list) => ({
    ...list,
    data: [],
    meta: { ...list.meta, total: 0, last_page: 1, unread_count: 0 },
  }));
}

/** Unread count after marking. Uncached notifications are assumed to be unchanged; null ids mark all. */
export function unreadCountAfter(
  cachedNotifications: readonly Notification[],
  unread: number,
  ids: readonly number[] | null,
  isRead: boolean,
): number {
  if (ids === null) return isRead ? 0 : Math.max(unread, cachedNotifications.length);
  const changed = cachedNotifications.filter((one) => ids.includes(one.id) && one.is_read !== isRead).length;
  return Math.max(0, unread + (isRead ? -changed : changed));
}

/** Pages shift when a notification arrives, so the same notification may be on two pages for a moment. */
export function mergePages(pages: readonly NotificationList[]): Notification[] {
  const seenIds = new Set<number>();
  return pages
    .flatMap((page) => page.data)
    .filter(({ id }) => {
      const first = !seenIds.has(id);
      seenIds.add(id);
      return first;
    });
}

export interface DayGroup {
  /** `YYYY-MM-DD` in the reader's time zone. */
  day: string;
  items: Notification[];
}

/** Keeps the order, newest first; a new group starts where the day changes. */
export function groupByDay(items: readonly Notification[], dayOf: (at: Date) => string): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const item of items) {
    const day = dayOf(new Date(item.created_at));
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}
