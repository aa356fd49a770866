import { useText } from "../platform/intl/useText";
import { EmptyState } from "../ui/states/EmptyState";
import { BellDrawing } from "./BellDrawing";
import classes from "./notifications.module.css";

interface NothingHereProps {
  unreadOnly: boolean;
  /** By what it is about, or of one project. */
  narrowed: boolean;
}

/** No notification, at all or of those that were asked for. */
export function NothingHere({ unreadOnly, narrowed }: NothingHereProps) {
  const text = useText();
  const all = !unreadOnly && !narrowed;
  const title = unreadOnly ? "notifications.none.unread" : narrowed ? "notifications.none.kind" : "notifications.none";
  return (
    <div className={classes.panel}>
      <EmptyState
        drawing={<BellDrawing />}
        title={text(title)}
        text={all ? text("notifications.none.why") : undefined}
      />
    </div>
  );
}
