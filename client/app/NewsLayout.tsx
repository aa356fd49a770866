import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconMoon, IconPencil, IconSun } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { RequireSignIn } from "../identity/session/RequireSignIn";
import { useCan, useCurrentUser } from "../platform/session";
import { TenantLogo } from "../ui/signs/TenantLogo";
import { RequirePermission } from "./guards";
import { AnnouncementBar } from "./AnnouncementBar";
import { CommandPalette } from "./CommandPalette";
import { OfflineBar } from "./OfflineBar";
import { SettingsSync } from "./SettingsSync";
import { useTheme } from "./theme/useTheme";
import { PlanDialog } from "../billing/subscription/PlanDialog";
import { UserMenu } from "./UserMenu";
import classes from "./NewsLayout.module.css";
import flow from "../ui/layout/flow.module.css";

export function NewsLayout() {
  return (
    <RequireSignIn>
      <Shell />
    </RequireSignIn>
  );
}

function Shell() {
  const text = useText();
  const can = useCan();
  const { tenant } = useCurrentUser();
  const { dark, toggle } = useTheme();
  const theme = text(dark ? "theme.toLight" : "theme.toDark");
  return (
    <div className={classes.page}>
      <a className={classes.skip} href="#main">
        {text("ui.skip")}
      </a>
      <header className={classes.head}>
        <Link to={paths.news} className={classes.tenant} aria-label={tenant.name}>
          <TenantLogo name={tenant.name} logo={tenant.logo} />
          <bdi>{tenant.name}</bdi>
        </Link>
        <span className={flow.grow} />
        {can("news-create") && (
          <Button
            component={Link}
            to={paths.articleWrite}
            size="xs"
            leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
          >
            {text("news.write")}
          </Button>
        )}
        <Button component={Link} to={paths.dashboard} size="xs" variant="subtle" color="gray">
          {text("news.toPortal")}
        </Button>
        <Tooltip label={theme}>
          <ActionIcon onClick={toggle} aria-label={theme} className={classes.theme}>
            {dark ? <IconSun size={16} stroke={1.75} /> : <IconMoon size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
        <UserMenu />
      </header>
      <AnnouncementBar />
      <OfflineBar />
      <main id="main" tabIndex={-1} className={classes.main}>
        <RequirePermission />
      </main>
      <SettingsSync />
      <PlanDialog />
      <CommandPalette />
    </div>
  );
}
