import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { useFullscreenDocument } from "@mantine/hooks";
import { IconMaximize, IconMinimize, IconMoon, IconSun } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { useCan, useCurrentUser } from "../platform/session";
import { useValue } from "../platform/value";
import { DelegationBadges } from "../delegation/DelegationBadges";
import { Bell } from "../notifications/Bell";
import { askForPlan } from "../subscription/plan-dialog";
import { TimerChip } from "../time/timer/TimerChip";
import { ConnectionStatus } from "../ui/signs/ConnectionStatus";
import { Mark } from "../ui/signs/Mark";
import { paths } from "../platform/paths";
import { SidebarToggle } from "./SideMenu";
import { sidebar$ } from "./sidebar";
import { useTheme } from "./theme/useTheme";
import { UserMenu } from "./UserMenu";
import classes from "./TopBar.module.css";

export function TopBar({ narrow }: { narrow: boolean }) {
  const text = useText();
  const collapsed = useValue(sidebar$) === "collapsed";
  return (
    <header className={classes.top}>
      {narrow ? (
        <Link to={paths.dashboard} className={classes.logo} aria-label={text("menu.toDashboard")}>
          <Mark />
        </Link>
      ) : (
        collapsed && (
          <span className={classes.toggle}>
            <SidebarToggle />
          </span>
        )
      )}
      <span className={classes.grow} />
      <TimerChip narrow={narrow} />
      <ConnectionStatus />
      <DelegationBadges />
      {!narrow && <DaysLeft />}
      <span className={classes.line} aria-hidden />
      <Bell />
      {!narrow && <ThemeToggle />}
      {!narrow && <FullscreenToggle />}
      <UserMenu />
    </header>
  );
}

/** For those who may see the subscription; in danger's colours from the fourth last day on. */
function DaysLeft() {
  const text = useText();
  const can = useCan();
  const { remaining_days: days } = useCurrentUser().tenant;
  if (days === null || !can("subscription-list-request")) return null;
  return (
    <UnstyledButton className={classes.badge} data-danger={days <= 4 || undefined} onClick={() => askForPlan()}>
      {text("subscription.daysLeft", { days: Math.max(0, days) })}
    </UnstyledButton>
  );
}

function ThemeToggle() {
  const text = useText();
  const { dark, toggle } = useTheme();
  const label = text(dark ? "theme.toLight" : "theme.toDark");
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={toggle} aria-label={label}>
        {dark ? <IconSun size={16} stroke={1.75} /> : <IconMoon size={16} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}

function FullscreenToggle() {
  const text = useText();
  const { fullscreen, toggle } = useFullscreenDocument();
  if (!document.fullscreenEnabled) return null;
  const label = text(fullscreen ? "fullscreen.leave" : "fullscreen.enter");
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={() => void toggle()} aria-label={label}>
        {fullscreen ? <IconMinimize size={16} stroke={1.75} /> : <IconMaximize size={16} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
