import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import { useValue } from "../platform/value";
import { useOpenTask } from "../tasks/filters/useBoardFilter";
import { ProjectTabs } from "../tasks/board/ProjectTabs";
import { ErrorState } from "../ui/states/ErrorState";
import { PageHead } from "../ui/PageHead";
import { SkeletonRows } from "../ui/states/Skeleton";
import { TimelineScreen } from "./TimelineScreen";
import { TimelineStore } from "./timeline.store";
import classes from "./Timeline.module.css";

/** All projects one sees, in time. */
export function TimelinePage() {
  const text = useText();
  const navigate = useNavigate();
  const openTask = useCallback((_: number, taskId: number) => void navigate(paths.anyTask(taskId)), [navigate]);
  return <ConnectedTimeline projectId={null} title={text("title.timeline")} openTask={openTask} />;
}

/** One project's own, among its views. */
export function ProjectTimelinePage() {
  const projectId = Number(useParams().id);
  const { show } = useOpenTask();
  const openTask = useCallback((_: number, taskId: number) => show(taskId), [show]);
  return (
    <ConnectedTimeline
      key={projectId}
      projectId={projectId}
      title={null}
      tabs={<ProjectTabs projectId={projectId} />}
      openTask={openTask}
    />
  );
}

interface ConnectedTimelineProps {
  projectId: number | null;
  /** Null: the project's. */
  title: string | null;
  tabs?: ReactNode;
  openTask: (projectId: number, taskId: number) => void;
}

function ConnectedTimeline({ projectId, title, tabs, openTask }: ConnectedTimelineProps) {
  const text = useText();
  const me = useCurrentUser();
  const [store] = useState(() => new TimelineStore(projectId, me.id));
  useEffect(() => store.open(), [store]);
  const { phase, plans, error } = useValue(store.state$);
  if (phase === "gone") return null; // the frame around a project's views says what happened
  const single = projectId !== null;
  const heading = title ?? <bdi>{plans[0]?.facts.title}</bdi>;
  if (phase === "open") {
    return (
      <TimelineScreen store={store} plans={plans} single={single} title={heading} tabs={tabs} openTask={openTask} />
    );
  }
  return (
    <div className={classes.screen}>
      <PageHead title={heading} tabs={tabs} />
      <div className={classes.wait}>
        {phase === "failed" && error ? (
          <ErrorState error={error} title={text("timeline.failed")} onRetry={() => void store.load()} />
        ) : (
          <SkeletonRows rows={12} height={36} />
        )}
      </div>
    </div>
  );
}
