import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../platform/paths";
import { unreadCount } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import { OfflineError } from "../platform/problem-error";
import { ErrorState } from "../ui/states/ErrorState";
import { later } from "../ui/states/later";
import { SkeletonRows } from "../ui/states/Skeleton";
import { ClearAllDialog } from "./ClearAllDialog";
import { usePushClicks } from "./usePushClicks";
import classes from "./Bell.module.css";

const BellList = later(async () => (await import("./BellList")).BellList, {
  waiting: () => <SkeletonRows rows={5} height={56} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

/** The badge counts to here (specification section 9). */
const countedTo = 100;

/** The five latest, wherever one is; on their own screen it has nothing to add. */
export function Bell() {
  const text = useText();
  const { number } = useFormat();
  const { pathname } = useLocation();
  usePushClicks();
  const unread = useValue(unreadCount);
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [clearing, setClearing] = useState(false);
  const disabled = pathname === paths.notifications;
  const badge = unread > countedTo ? text("ui.moreThan", { count: number(countedTo) }) : number(unread);
  const close = () => setOpenAt(null);
  return (
    <>
      <Popover
        // Bound to the screen it was opened on: a navigation closes it.
        opened={openAt === pathname && !disabled}
        onChange={(opened) => setOpenAt(opened ? pathname : null)}
        position="bottom-end"
        // From the bell to just below the top bar.
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
