import { IconAt, IconBell, IconCheckbox, IconLayoutKanban, IconMessage, type IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { NotificationKind } from "../../shared/notifications/notifications.contract";
import type { MessageId } from "../platform/intl/catalogues";
import { useFormat, useText } from "../platform/intl/useText";
import classes from "./notifications.module.css";

interface Kind {
  kind: NotificationKind | null;
  label: MessageId;
  icon: ComponentType<IconProps>;
}

const kinds: readonly Kind[] = [
  { kind: null, label: "notifications.kind.all", icon: IconBell },
  { kind: "comment.mentioned", label: "notifications.kind.mentions", icon: IconAt },
  { kind: "task.assigned", label: "notifications.kind.tasks", icon: IconCheckbox },
  { kind: "comment.created", label: "notifications.kind.comments", icon: IconMessage },
  { kind: "project.added", label: "notifications.kind.projects", icon: IconLayoutKanban },
];

interface KindTabsProps {
  chosen: NotificationKind | null;
  onChoose: (kind: NotificationKind | null) => void;
  unread: number;
  unreadOnly: boolean;
  onUnreadOnly: (only: boolean) => void;
}

/** What they are about: a column beside the list, a row above it on a phone. */
export function KindTabs({ chosen, onChoose, unread, unreadOnly, onUnreadOnly }: KindTabsProps) {
  const text = useText();
  const { number } = useFormat();
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
      {kinds.map(({ kind, label, icon: Icon }) => (
        <button
          key={label}
          type="button"
          aria-current={kind === chosen ? "true" : undefined}
          onClick={() => onChoose(kind)}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          {text(label)}
          {kind === null && unread > 0 && <span className={classes.count}>{number(unread)}</span>}
        </button>
      ))}
    </nav>
  );
}
