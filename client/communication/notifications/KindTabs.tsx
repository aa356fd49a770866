import {
  IconAt,
  IconBell,
  IconCheckbox,
  IconInbox,
  IconLayoutKanban,
  IconMessage,
  IconNews,
  type IconProps,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import type { NotificationSubject } from "../../../shared/communication/notifications/notifications.kinds";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./notifications.module.css";

interface Kind {
  about: NotificationSubject | null;
  label: MessageId;
  icon: ComponentType<IconProps>;
}

const kinds: readonly Kind[] = [
  { about: null, label: "notifications.kind.all", icon: IconBell },
  { about: "mentions", label: "notifications.kind.mentions", icon: IconAt },
  { about: "tasks", label: "notifications.kind.tasks", icon: IconCheckbox },
  { about: "comments", label: "notifications.kind.comments", icon: IconMessage },
  { about: "projects", label: "notifications.kind.projects", icon: IconLayoutKanban },
  { about: "requests", label: "notifications.kind.requests", icon: IconInbox },
  { about: "news", label: "notifications.kind.news", icon: IconNews },
];

interface KindTabsProps {
  chosen: NotificationSubject | null;
  onChoose: (about: NotificationSubject | null) => void;
  unread: number;
  /** Unread counts by subject; undefined while loading. */
  unreadAbout?: Record<NotificationSubject, number>;
  unreadOnly: boolean;
  onUnreadOnly: (only: boolean) => void;
  children?: ReactNode;
}

export function KindTabs({ chosen, onChoose, unread, unreadAbout, unreadOnly, onUnreadOnly, children }: KindTabsProps) {
  const text = useText();
  return (
    <nav className={classes.kinds} aria-label={text("notifications.kinds")}>
      <button
        type="button"
        className={classes.unreadOnly}
        aria-pressed={unreadOnly}
        onClick={() => onUnreadOnly(!unreadOnly)}
      >
        {text("notifications.show.unread")}
      </button>
      {kinds.map(({ about, label, icon: Icon }) => (
        <button
          key={label}
          type="button"
          aria-current={about === chosen ? "true" : undefined}
          onClick={() => onChoose(about)}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          {text(label)}
          <Count of={about === null ? unread : (unreadAbout?.[about] ?? 0)} />
        </button>
      ))}
      {children}
    </nav>
  );
}

function Count({ of: count }: { of: number }) {
  const { number } = useFormat();
  return count > 0 && <span className={classes.count}>{number(count)}</span>;
}
