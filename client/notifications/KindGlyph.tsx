import {
  IconAt,
  IconBell,
  IconCalendarDue,
  IconCheckbox,
  IconInbox,
  IconLayoutKanban,
  IconMessage,
} from "@tabler/icons-react";
import { type NotificationKind, subjectOf } from "../../shared/notifications/notifications.kinds";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** In the place of a face, for what nobody did. */
export function KindGlyph({ kind }: { kind: NotificationKind }) {
  if (kind === "task.due") return <IconCalendarDue {...icon} />;
  switch (subjectOf(kind)) {
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
