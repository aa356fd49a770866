import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import {
  isGroupedKind,
  type NotificationKind,
  notificationSubjectOf,
} from "../../../shared/communication/notifications/notifications.kinds";
import { parseTaskPath } from "../../work/projects/task-layout";
import { TaskLink } from "../../work/projects/TaskLink";
import { useFormat, useText } from "../../platform/intl/useText";
import { localDayOf, useToday } from "../../platform/today";
import { Avatar } from "../../ui/signs/Avatar";
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
  const { time, day, dateTime } = useFormat();
  const today = useToday();
  const { is_read: isRead, created_at: at, data } = notification;
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
        <Avatar person={data.sender} size={32} named />
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
      <span className={classes.end}>
        {action}
        <time dateTime={at} title={dateTime(at)}>
          {dense && localDayOf(new Date(at)) !== today ? day(at) : time(at)}
        </time>
      </span>
      <Context notification={notification} />
      {children}
    </li>
  );
}

const kindsNamingTitle = new Set<NotificationKind>([
  "task.assigned",
  "task.unassigned",
  "task.mentioned",
  "task.due",
  "task.archived",
  "task.restored",
  "task.deleted",
]);

function Context({ notification: { data } }: { notification: Notification }) {
  const text = useText();
  const next = useRequestNextStep(data);
  const { key, title } = data.values ?? {};
  const subject = notificationSubjectOf(data.kind);
  const inProject = subject === "projects";
  if (isGroupedKind(data.kind)) return data.because && <span className={classes.context}>{data.because}</span>;
  if (subject === "requests") {
    if (!next && data.count < 2) return null;
    return (
      <span className={classes.context}>
        {next && <bdi>{next}</bdi>}
        {data.count > 1 && <span className={classes.count}>{text("notifications.times", { count: data.count })}</span>}
      </span>
    );
  }
  return (
    <span className={classes.context}>
      {inProject ? <span>{text("notifications.inProject")}</span> : <span className="key">{key ?? data.group}</span>}
      {!inProject && !kindsNamingTitle.has(data.kind) && title && <bdi>{title}</bdi>}
      {data.count > 1 && <span className={classes.count}>{text("notifications.times", { count: data.count })}</span>}
      {data.because && <span className={classes.because}>{data.because}</span>}
    </span>
  );
}
