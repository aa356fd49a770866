import { IconBell } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Notification, NotificationKind } from "../../shared/notifications/notifications.contract";
import { taskOfPath } from "../app/task-layout";
import type { MessageId } from "../platform/intl/catalogues";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { dayOf, useToday } from "../platform/today";
import { useTaskPath } from "../tasks/useTaskPath";
import { Avatar } from "../ui/Avatar";
import classes from "./NotificationRow.module.css";

const said: Record<NotificationKind, MessageId> = {
  "task.assigned": "notifications.said.assigned",
  "comment.mentioned": "notifications.said.mentioned",
  "comment.created": "notifications.said.commented",
  "project.added": "notifications.said.added",
};

interface NotificationRowProps {
  notification: Notification;
  /** It is opened: its link is followed. */
  onOpen: () => void;
  /** What else can be done with it, at its end. */
  action?: ReactNode;
  /** In a short list that isn't cut into days: closer, and older ones by their date. */
  dense?: boolean;
}

/** Who did what, with what to know about it below; a dot and weight while it is unread. */
export function NotificationRow({ notification, onOpen, action, dense = false }: NotificationRowProps) {
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
          <IconBell size={16} stroke={1.75} />
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
    </li>
  );
}

/** In the reader's language, with the names marked; the server's sentence for kinds that are newer than this client. */
function Sentence({ notification: { data } }: { notification: Notification }) {
  const id = (said as Partial<Record<string, MessageId>>)[data.kind];
  const { sender = "", title = "", excerpt = "", key = "" } = data.values ?? {};
  if (!id || (sender === "" && !data.sender)) return data.message;
  return (
    <Message
      id={id}
      values={{
        sender: <bdi>{data.sender?.fullname ?? sender}</bdi>,
        title: <bdi>{title}</bdi>,
        excerpt,
        key: <bdi>{key}</bdi>,
        b: (chunks) => <b>{chunks}</b>,
        // The marks go with what they enclose, whichever way that runs.
        q: (chunks) => (
          <q>
            <bdi>{chunks}</bdi>
          </q>
        ),
      }}
    />
  );
}

function Context({ notification: { data } }: { notification: Notification }) {
  const text = useText();
  const { key, title } = data.values ?? {};
  if (data.kind === "project.added") return <span className={classes.context}>{text("notifications.inProject")}</span>;
  return (
    <span className={classes.context}>
      <span className="key">{key ?? data.group}</span>
      {data.kind !== "task.assigned" && title && <bdi>{title}</bdi>}
    </span>
  );
}
