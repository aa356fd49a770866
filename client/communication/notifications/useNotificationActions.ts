import {
  deleteAllNotifications,
  listNotifications,
  markAsRead,
  markAsUnread,
  type Notification,
} from "../../../shared/communication/notifications/notifications.contract";
import { setUnreadCount, unreadCount } from "../../platform/api";
import { queryKeyOf, queryClient, useAction } from "../../platform/query";
import {
  type CachedLists,
  withoutNotifications,
  mergePages,
  withReadState,
  type NotificationList,
  unreadCountAfter,
} from "./notifications.cache";

const lists = { queryKey: queryKeyOf(listNotifications) };

function cachedNotifications(): Notification[] {
  const cached = queryClient.getQueriesData<CachedLists>(lists).map(([, data]) => data);
  const pages = cached.flatMap((data): NotificationList[] => (!data ? [] : "pages" in data ? data.pages : [data]));
  return mergePages(pages);
}

/** Updates the cache optimistically. The response contains the server's count, and an event updates other tabs. */
function showMarked(ids: readonly number[] | null, isRead: boolean): void {
  const unread = unreadCountAfter(cachedNotifications(), unreadCount.value, ids, isRead);
  void queryClient.cancelQueries(lists);
  queryClient.setQueriesData<CachedLists>(lists, (cached) => withReadState(cached, ids, isRead, unread));
  setUnreadCount(unread);
}

/** Refetches, because the change may have failed. */
const readAgain = () => void queryClient.invalidateQueries(lists);

export function useNotificationActions() {
  const options = {
    onSuccess: ({ unread_count }: { unread_count: number }) => setUnreadCount(unread_count),
    onSettled: readAgain,
  };
  const read = useAction(markAsRead, options);
  const unread = useAction(markAsUnread, options);
  const clear = useAction(deleteAllNotifications, {
    onSuccess: () => {
      queryClient.setQueriesData<CachedLists>(lists, withoutNotifications);
      setUnreadCount(0);
    },
    onSettled: readAgain,
  });
  return {
    read: (id: number) => {
      showMarked([id], true);
      read.mutate({ body: { id: [id] } });
    },
    unread: (id: number) => {
      showMarked([id], false);
      unread.mutate({ body: { id: [id] } });
    },
    readAll: () => {
      showMarked(null, true);
      read.mutate({ body: {} });
    },
    clear: (onDone: () => void) => clear.mutate({}, { onSuccess: onDone }),
    clearing: clear.isPending,
  };
}
