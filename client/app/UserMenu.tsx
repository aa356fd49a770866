import { Menu, UnstyledButton } from "@mantine/core";
import {
  IconBell,
  IconChartBar,
  IconUserCircle,
  IconUserEdit,
  IconBellCog,
  IconCreditCard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconTimeline,
  IconUserShare,
} from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import { type Language, languageCodes, languages } from "../../shared/kernel/languages";
import { activeLanguage$ } from "../platform/intl/language";
import { useText } from "../platform/intl/useText";
import { useCan, useCurrentUser } from "../platform/session";
import { switchLanguage } from "../platform/settings";
import { useStore } from "../platform/store";
import { openPlanDialog } from "../billing/subscription/plan-dialog";
import { Avatar } from "../ui/signs/Avatar";
import { paths } from "../platform/paths";
import { useTheme } from "./theme/useTheme";
import classes from "./UserMenu.module.css";
import { useRoleName } from "../platform/intl/useRoleName";
import flow from "../ui/layout/flow.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function UserMenu() {
  const text = useText();
  const roleName = useRoleName();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { dark, toggle } = useTheme();
  const can = useCan();
  const days = user.tenant.remaining_days;
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes.me} aria-label={text("userMenu.open", { name: user.fullname })}>
          <Avatar person={user} size={40} hasVisibleName />
          <span className={classes.name} aria-hidden>
            <b>
              <bdi>{user.fullname}</bdi>
            </b>
            <small>
              <bdi>{user.position ?? roleName(user.role)}</bdi>
            </small>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle {...icon} />} onClick={() => void navigate(paths.profile())}>
          {text("profile.tab.overview")}
        </Menu.Item>
        <Menu.Item leftSection={<IconChartBar {...icon} />} onClick={() => void navigate(paths.profile("performance"))}>
          {text("profile.tab.performance")}
        </Menu.Item>
        <Menu.Item leftSection={<IconUserEdit {...icon} />} onClick={() => void navigate(paths.profile("editProfile"))}>
          {text("profile.tab.editProfile")}
        </Menu.Item>
        <Menu.Item leftSection={<IconBell {...icon} />} onClick={() => void navigate(paths.notifications)}>
          {text("title.notifications")}
        </Menu.Item>
        <Menu.Item leftSection={<IconBellCog {...icon} />} onClick={() => void navigate(paths.notificationSettings)}>
          {text("title.notificationSettings")}
        </Menu.Item>
        <Menu.Item leftSection={<IconShieldLock {...icon} />} onClick={() => void navigate(paths.security)}>
          {text("title.security")}
        </Menu.Item>
        {!user.external && (
          <Menu.Item leftSection={<IconUserShare {...icon} />} onClick={() => void navigate(paths.delegation)}>
            {text("title.delegation")}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTimeline {...icon} />} onClick={() => void navigate(paths.timeline)}>
          {text("title.timeline")}
        </Menu.Item>
        <Menu.Item
          leftSection={dark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
          onClick={toggle}
          closeMenuOnClick={false}
        >
          {text(dark ? "theme.toLight" : "theme.toDark")}
        </Menu.Item>
        {days !== null && can("subscription-list-request") && (
          <Menu.Item
            className={classes.onSmall}
            leftSection={<IconCreditCard {...icon} />}
            onClick={() => openPlanDialog()}
          >
            {text("userMenu.subscription", { days: Math.max(0, days) })}
          </Menu.Item>
        )}
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} className="flip" />} onClick={() => void navigate(paths.logout)}>
          {text("action.logOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function LanguageItems() {
  const text = useText();
  const { language } = useStore(activeLanguage$);
  return (
    <>
      <Menu.Label className={flow.line}>
        <IconLanguage {...icon} />
        {text("language.label")}
      </Menu.Label>
      <Menu.RadioGroup value={language} onChange={(code) => void switchLanguage(code as Language)}>
        {languageCodes.map((code) => (
          <Menu.RadioItem key={code} value={code} lang={code} closeMenuOnClick>
            <bdi>{languages[code].name}</bdi>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
