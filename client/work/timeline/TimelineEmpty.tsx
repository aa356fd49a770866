import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { EmptyState } from "../../ui/states/EmptyState";
import classes from "./Timeline.module.css";
import { useTimelineView } from "./useTimelineView";

export function TimelineEmpty({ filtering, single }: { filtering: boolean; single: boolean }) {
  const text = useText();
  const { clear } = useTimelineView();
  return (
    <div className={classes.empty} data-nothing-matches={filtering || undefined}>
      {filtering ? (
        <EmptyState
          drawing={<TimelineDrawing />}
          title={text("timeline.nothing")}
          text={text("timeline.nothing.why")}
          action={<Button onClick={clear}>{text("board.filter.clear")}</Button>}
        />
      ) : (
        <EmptyState
          drawing={<TimelineDrawing />}
          title={text("timeline.empty")}
          text={text("timeline.empty.why")}
          action={
            !single && (
              <Button component={Link} to={paths.projects}>
                {text("dashboard.openProjects")}
              </Button>
            )
          }
        />
      )}
    </div>
  );
}

function TimelineDrawing() {
  return (
    <svg viewBox="0 0 112 64" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M6 10h100M26 6v8M56 6v8M86 6v8" />
      <rect x="12" y="20" width="36" height="9" rx="3" />
      <path d="M48 24.500h6v13h4" />
      <rect x="58" y="33" width="30" height="9" rx="3" />
      <path d="M96 46l5 5-5 5-5-5z" />
    </svg>
  );
}
