import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { type NotificationKind, subjectOf } from "../../shared/notifications/notifications.kinds";
import { taskOfPath } from "../platform/task-layout";
import { useFormat, useText } from "../platform/intl/useText";
import { dayOf, useToday } from "../platform/today";
import { useTaskPath } from "../tasks/detail/useTaskPath";
import { Avatar } from "../ui/signs/Avatar";
import { KindGlyph } from "./KindGlyph";
import { Sentence } from "./NotificationSentence";
import { useRequestNext } from "./useRequestWords";
import classes from "./NotificationRow.module.css";

interface NotificationRowProps {
  notification: Notification;
  /** It is opened: its link is followed. */
  onOpen: () => void;
  /** What else can be done with it, at its end. */
  action?: ReactNode;
  /** In a short list that isn't cut into days: closer, and older ones by their date. */
  dense?: boolean;
  /** Below it: what can be decided on the spot. */
  children?: ReactNode;
}

/** Who did what, with what to know about it below; a dot and weight while it is unread. */
export function NotificationRow({ notification, onOpen, action, dense = false, children }: NotificationRowProps) {
  const text = useText();
  const { time, day, dateTime } = useFormat();
  const today = useToday();
  const pathOf = useTaskPath();
  const { is_read: isRead, created_at: at, data } = notification;
  const linked = taskOfPath(data.path);
  return (
    <li className={classes.row} data-unread={!isRead || undefined} data-dense={dense || undefined}>
      {data.sender ? (
        <Avatar person={data.sender} size={32} named />
      ) : (
        <span className={classes.glyph} aria-hidden>
          <KindGlyph kind={data.kind} />
        </span>
      )}
      <Link to={linked ? pathOf(linked) : data.path} className={classes.text} onClick={onOpen}>
        {!isRead && <span className="sr-only">{text("notifications.unread")}</span>}
        <Sentence notification={notification} />
      </Link>
      <span className={classes.end}>
        {action}
        <time dateTime={at} title={dateTime(at)}>
          {dense && dayOf(new Date(at)) !== today ? day(at) : time(at)}
        </time>
      </span>
      <Context notification={notification} />
      {children}
    </li>
  );
}

/** Whose sentence names the title already. */
const saysTitle = new Set<NotificationKind>([
  "task.assigned",
  "task.unassigned",
  "task.mentioned",
  "task.due",
  "task.archived",
  "task.restored",
  "task.deleted",
]);

/** Where it hangs or what comes next, how often it happened, and why one is told. Nothing where nothing is to say. */
function Context({ notification: { data } }: { notification: Notification }) {
  const text = useText();
  const next = useRequestNext(data);
  const { key, title } = data.values ?? {};
  const subject = subjectOf(data.kind);
  const inProject = subject === "projects";
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
      {!inProject && !saysTitle.has(data.kind) && title && <bdi>{title}</bdi>}
      {data.count > 1 && <span className={classes.count}>{text("notifications.times", { count: data.count })}</span>}
      {data.because && <span className={classes.because}>{data.because}</span>}
    </span>
  );
}
