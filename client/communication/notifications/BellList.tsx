import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconChecks, IconSettings, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { listNotifications } from "../../../shared/communication/notifications/notifications.contract";
import { paths } from "../../platform/paths";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { BellIllustration } from "./BellIllustration";
import { NotificationRow } from "./NotificationRow";
import { type NotificationActionProps, notificationActionFor } from "./notifications.slots";
import { useNotificationActions } from "./useNotificationActions";
import classes from "./Bell.module.css";
import tones from "../../ui/layout/tones.module.css";

/** Number of notifications in the bell (specification section 9). */
const latest = 5;

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface BellListProps {
  unread: number;
  onClose: () => void;
  onClear: () => void;
}

export function BellList({ unread, onClose, onClear }: BellListProps) {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(listNotifications, { query: { per_page: latest } });
  const { read, readAll } = useNotificationActions();
  const items = query.data?.data;
  return (
    <>
      <header className={classes.head}>
        <h2>{text("title.notifications")}</h2>
        {unread > 0 && (
          <span className={tones.quiet}>{text("notifications.unreadCount", { count: number(unread) })}</span>
        )}
        <span className={classes.tools}>
          <Tooltip label={text("notifications.readAll")}>
            <ActionIcon size={28} onClick={readAll} disabled={unread === 0} aria-label={text("notifications.readAll")}>
              <IconChecks {...icon} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={text("notifications.clear")}>
            <ActionIcon size={28} onClick={onClear} disabled={!items?.length} aria-label={text("notifications.clear")}>
              <IconTrash {...icon} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={text("title.notificationSettings")}>
            <ActionIcon
              size={28}
              component={Link}
              to={paths.notificationSettings}
              onClick={onClose}
              aria-label={text("title.notificationSettings")}
            >
              <IconSettings {...icon} />
            </ActionIcon>
          </Tooltip>
        </span>
      </header>
      <div className={classes.list}>
        {query.isPending && <SkeletonRows rows={latest} height={56} />}
        {query.error && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {items?.length === 0 && (
          <EmptyState
            drawing={<BellIllustration />}
            title={text("notifications.none")}
            text={text("notifications.none.why")}
          />
        )}
        {items && items.length > 0 && (
          <ul>
            {items.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                dense
                onOpen={() => {
                  if (!notification.is_read) read(notification.id);
                  onClose();
                }}
              >
                <Action notification={notification} onDone={() => read(notification.id)} />
              </NotificationRow>
            ))}
          </ul>
        )}
      </div>
      <footer className={classes.foot}>
        <Button
          component={Link}
          to={paths.notifications}
          onClick={onClose}
          size="xs"
          variant="subtle"
          color="gray"
          fullWidth
        >
          {text("notifications.viewAll")}
        </Button>
      </footer>
    </>
  );
}

function Action(props: NotificationActionProps) {
  const loaded = notificationActionFor(props.notification);
  return loaded && <loaded.Action {...props} />;
}
