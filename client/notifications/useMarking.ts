import {
  deleteAllNotifications,
  listNotifications,
  markAsRead,
  markAsUnread,
  type Notification,
} from "../../shared/notifications/notifications.contract";
import { setUnreadCount, unreadCount } from "../platform/api";
import { keyOf, queryClient, useAction } from "../platform/query";
import {
  type CachedLists,
  cleared,
  inOneList,
  marked,
  type NotificationList,
  unreadAfter,
} from "./notifications.cache";

const lists = { queryKey: keyOf(listNotifications) };

function known(): Notification[] {
  const cached = queryClient.getQueriesData<CachedLists>(lists).map(([, data]) => data);
  const pages = cached.flatMap((data): NotificationList[] => (!data ? [] : "pages" in data ? data.pages : [data]));
  return inOneList(pages);
}

/** Shown at once; the server's word comes with the answer, and with an event to all other tabs. */
function showMarked(ids: readonly number[] | null, isRead: boolean): void {
  const unread = unreadAfter(known(), unreadCount.value, ids, isRead);
  void queryClient.cancelQueries(lists);
  queryClient.setQueriesData<CachedLists>(lists, (cached) => marked(cached, ids, isRead, unread));
  setUnreadCount(unread);
}

/** Nothing was changed after all, or nobody knows: as the server has it. */
const readAgain = () => void queryClient.invalidateQueries(lists);

/** Reading, unreading and clearing, for the bell and the screen. */
export function useMarking() {
  const options = {
    onSuccess: ({ unread_count }: { unread_count: number }) => setUnreadCount(unread_count),
    onSettled: readAgain,
  };
  const read = useAction(markAsRead, options);
  const unread = useAction(markAsUnread, options);
  const clear = useAction(deleteAllNotifications, {
    onSuccess: () => {
      queryClient.setQueriesData<CachedLists>(lists, cleared);
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
