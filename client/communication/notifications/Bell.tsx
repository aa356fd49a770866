import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { unreadCount } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { OfflineError } from "../../platform/problem-error";
import { ErrorState } from "../../ui/states/ErrorState";
import { lazyWithRetry } from "../../ui/states/lazy-with-retry";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { ClearAllDialog } from "./ClearAllDialog";
import { loadNotificationActions } from "./notifications.slots";
import classes from "./Bell.module.css";

const BellList = lazyWithRetry(
  async () => {
    const [{ BellList: List }] = await Promise.all([import("./BellList"), loadNotificationActions()]);
    return List;
  },
  {
    waiting: () => <SkeletonRows rows={5} height={56} />,
    failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
  },
);

/** Counts above this are shown as "100+" (specification section 9). */
const maxBadgeCount = 100;
/** Counts above this need more space than there is beside the bell. */
const maxNarrowCount = 99;

export function Bell() {
  const text = useText();
  const { number } = useFormat();
  const { pathname } = useLocation();
  usePushClicks();
  const unread = useStore(unreadCount);
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [clearing, setClearing] = useState(false);
  const disabled = pathname === paths.notifications;
  const badge = unread > maxBadgeCount ? text("ui.moreThan", { count: number(maxBadgeCount) }) : number(unread);
  const close = () => setOpenAt(null);
  return (
    <>
      <Popover
        // The list is bound to the screen it was opened on: a navigation closes it.
        opened={openAt === pathname && !disabled}
        onChange={(opened) => setOpenAt(opened ? pathname : null)}
        position="bottom-end"
        // Distance from the bell to just below the top bar.
        offset={16}
        width={408}
        trapFocus
        returnFocus
        shadow="lg"
      >
        <Popover.Target>
          <ActionIcon
            className={classes.bell}
            disabled={disabled}
            data-wide={unread > maxNarrowCount || undefined}
            aria-label={text("bell.label", { count: unread })}
            onClick={() => setOpenAt(openAt === pathname ? null : pathname)}
          >
            <IconBell size={16} stroke={1.75} aria-hidden />
            {unread > 0 && (
              <span className={classes.badge} aria-hidden>
                {badge}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={text("title.notifications")}>
          <BellList
            unread={unread}
            onClose={close}
            onClear={() => {
              close();
              setClearing(true);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <ClearAllDialog opened={clearing} onClose={() => setClearing(false)} />
    </>
  );
}

/** Navigates this tab to the message's path when the service worker reports a click on a push message. */
function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const workers = navigator.serviceWorker;
    const open = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data?.type === "open" && data.path?.startsWith("/") && !data.path.startsWith("//")) void navigate(data.path);
    };
    workers.addEventListener("message", open);
    workers.startMessages();
    return () => workers.removeEventListener("message", open);
  }, [navigate]);
}
