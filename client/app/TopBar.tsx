import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { useFullscreenDocument } from "@mantine/hooks";
import { IconMaximize, IconMinimize, IconMoon, IconSun } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { useCan, useCurrentUser } from "../platform/session";
import { DelegationBadges } from "../approvals/delegation/DelegationBadges";
import { SearchButton } from "../insights/search/SearchButton";
import { Bell } from "../communication/notifications/Bell";
import { openPlanDialog } from "../billing/subscription/plan-dialog";
import { NewTaskButton } from "../work/tasks/create/NewTask";
import { TimerChip } from "../work/time/timer/TimerChip";
import { ConnectionStatus } from "../ui/signs/ConnectionStatus";
import { BrandMark } from "../ui/signs/BrandMark";
import { paths } from "../platform/paths";
import { SidebarToggle } from "./SideMenu";
import { useTheme } from "./theme/useTheme";
import { UserMenu } from "./UserMenu";
import classes from "./TopBar.module.css";
import flow from "../ui/layout/flow.module.css";

interface TopBarProps {
  narrow: boolean;
  /** True while the side menu is a rail; the top bar then shows the button that opens it. */
  menuHidden: boolean;
  onMenu: () => void;
}

export function TopBar({ narrow, menuHidden, onMenu }: TopBarProps) {
  const text = useText();
  return (
    <header className={classes.top} data-no-paper>
      {narrow ? (
        <Link to={paths.dashboard} className={classes.logo} aria-label={text("menu.toDashboard")}>
          <BrandMark />
        </Link>
      ) : (
        menuHidden && (
          <span className={classes.toggle}>
            <SidebarToggle onToggle={onMenu} />
          </span>
        )
      )}
      <SearchButton narrow={narrow} />
      <span className={flow.grow} />
      <TimerChip narrow={narrow} />
      <ConnectionStatus />
      <DelegationBadges />
      {!narrow && <DaysLeft />}
      <span className={classes.line} aria-hidden />
      <NewTaskButton />
      <Bell />
      {!narrow && <ThemeToggle />}
      {!narrow && <FullscreenToggle />}
      <UserMenu />
    </header>
  );
}

/** Remaining days of the plan, shown to users who may see the subscription. The danger color marks four days or fewer. */
function DaysLeft() {
  const text = useText();
  const can = useCan();
  const { remaining_days: days } = useCurrentUser().tenant;
  if (days === null || !can("subscription-list-request")) return null;
  return (
    <UnstyledButton className={classes.badge} data-danger={days <= 4 || undefined} onClick={() => openPlanDialog()}>
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
