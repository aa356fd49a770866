import { Link } from "react-router-dom";
import { listNotifications } from "../../../shared/communication/notifications/notifications.contract";
import { paths } from "../../platform/paths";
import { unreadCount } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useStore } from "../../platform/store";
import { NotificationRow } from "../../communication/notifications/NotificationRow";
import { useNotificationActions } from "../../communication/notifications/useNotificationActions";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/states/Skeleton";

const latest = 5;

export function UnreadPanel() {
  const text = useText();
  const { number } = useFormat();
  const unread = useStore(unreadCount);
  const query = useEndpoint(listNotifications, { query: { per_page: latest, is_read: "0" } });
  const { read } = useNotificationActions();
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
