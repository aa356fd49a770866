import { Fragment, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import {
  isGroupedKind,
  type NotificationKind,
  notificationSubjectOf,
} from "../../../shared/communication/notifications/notifications.kinds";
import { parseTaskPath } from "../../work/projects/task-layout";
import { useProjectTitle } from "../../work/projects/recent-projects";
import { TaskLink } from "../../work/projects/TaskLink";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { localDayOf, useToday } from "../../platform/today";
import { Avatar } from "../../ui/signs/Avatar";
import { rowContentOf } from "./notification-rows";
import { NotificationSentence } from "./NotificationSentence";
import { useRequestNextStep } from "./useRequestTexts";
import classes from "./NotificationRow.module.css";
import {
  IconAt,
  IconBell,
  IconCalendarDue,
  IconCheckbox,
  IconInbox,
  IconLayoutKanban,
  IconMessage,
} from "@tabler/icons-react";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

function KindGlyph({ kind }: { kind: NotificationKind }) {
  if (kind === "task.due") return <IconCalendarDue {...icon} />;
  switch (notificationSubjectOf(kind)) {
    case "mentions":
      return <IconAt {...icon} />;
    case "tasks":
      return <IconCheckbox {...icon} />;
    case "comments":
      return <IconMessage {...icon} />;
    case "requests":
      return <IconInbox {...icon} />;
    case "projects":
      return <IconLayoutKanban {...icon} />;
    default:
      return <IconBell {...icon} />;
  }
}

interface NotificationRowProps {
  notification: Notification;
  onOpen: () => void;
  action?: ReactNode;
  dense?: boolean;
  children?: ReactNode;
}

export function NotificationRow({ notification, onOpen, action, dense = false, children }: NotificationRowProps) {
  const text = useText();
  const { is_read: isRead, data } = notification;
  const linked = parseTaskPath(data.path);
  const content = (
    <>
      {!isRead && <span className="sr-only">{text("notifications.unread")}</span>}
      <NotificationSentence notification={notification} />
    </>
  );
  return (
    <li className={classes.row} data-unread={!isRead || undefined} data-dense={dense || undefined}>
      {data.sender ? (
        <Avatar person={data.sender} size={32} hasVisibleName />
      ) : (
        <span className={classes.glyph} aria-hidden>
          <KindGlyph kind={data.kind} />
        </span>
      )}
      {linked ? (
        <TaskLink task={linked} className={classes.text} onClick={onOpen}>
          {content}
        </TaskLink>
      ) : (
        <Link to={data.path} className={classes.text} onClick={onOpen}>
          {content}
        </Link>
      )}
      {action && <span className={classes.end}>{action}</span>}
      <Context notification={notification} dense={dense} />
      {children}
    </li>
  );
}

/** Second line: project, time and reason. The sentence already names the record. */
function Context({ notification, dense }: Pick<NotificationRowProps, "notification" | "dense">) {
  const { data, created_at: at } = notification;
  const text = useText();
  const { time, day, dateTime, relative } = useFormat();
  const now = useNow();
  const today = useToday();
  const next = useRequestNextStep(data);
  const project = useProjectTitle(rowContentOf(data.kind)?.project ? data.project_id : null);
  const isToday = localDayOf(new Date(at)) === today;
  const times = isGroupedKind(data.kind) || data.count < 2 ? null : text("notifications.times", { count: data.count });
  const when = (
    <time dateTime={at} title={dateTime(at)}>
      {isToday ? relative(at, now) : dense ? day(at) : time(at)}
    </time>
  );
  const parts = [project && <bdi>{project}</bdi>, next && <bdi>{next}</bdi>, when, times, data.because].filter(Boolean);
  return (
    <span className={classes.context}>
      {parts.map((part, place) => (
        <Fragment key={place}>
          {place > 0 && " · "}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
