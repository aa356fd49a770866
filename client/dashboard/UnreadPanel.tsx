import { Link } from "react-router-dom";
import { listNotifications } from "../../shared/notifications/notifications.contract";
import { paths } from "../platform/paths";
import { unreadCount } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useValue } from "../platform/value";
import { NotificationRow } from "../notifications/NotificationRow";
import { useMarking } from "../notifications/useMarking";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";

const latest = 5;

/** What one hasn't seen yet. */
export function UnreadPanel() {
  const text = useText();
  const { number } = useFormat();
  const unread = useValue(unreadCount);
  const query = useEndpoint(listNotifications, { query: { per_page: latest, is_read: "0" } });
  const { read } = useMarking();
  const items = query.data?.data.filter(({ is_read }) => !is_read);
  return (
    <Panel
      title={text("dashboard.unread")}
      count={unread > 0 && number(unread)}
      end={<Link to={paths.notifications}>{text("notifications.viewAll")}</Link>}
    >
      {query.isPending && <SkeletonRows rows={3} height={56} />}
      {query.error && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && (
        <EmptyState title={text("dashboard.unread.none")} text={text("dashboard.unread.none.why")} />
      )}
      {items && items.length > 0 && (
        <ul>
          {items.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              dense
              onOpen={() => read(notification.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
