import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { useStore } from "../../platform/store";
import { useOpenTask } from "../projects/open-task";
import { ProjectTabs } from "../projects/ProjectTabs";
import { ViewsAcrossProjects } from "../projects/ViewsAcrossProjects";
import { ErrorState } from "../../ui/states/ErrorState";
import { PageHead } from "../../ui/PageHead";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { TimelineScreen } from "./TimelineScreen";
import { TimelineStore } from "./timeline.store";
import classes from "./Timeline.module.css";
import flow from "../../ui/layout/flow.module.css";

export function TimelinePage() {
  const text = useText();
  const openTask = useTaskOpener();
  return (
    <ConnectedTimeline
      projectId={null}
      title={text("title.timeline")}
      tabs={<ViewsAcrossProjects />}
      openTask={openTask}
    />
  );
}

export function ProjectTimelinePage() {
  const projectId = Number(useParams().id);
  const openTask = useTaskOpener();
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

function useTaskOpener() {
  const { show } = useOpenTask();
  return useCallback((_: number, taskId: number) => show(taskId), [show]);
}

interface ConnectedTimelineProps {
  projectId: number | null;
  title: string | null;
  tabs?: ReactNode;
  openTask: (projectId: number, taskId: number) => void;
}

function ConnectedTimeline({ projectId, title, tabs, openTask }: ConnectedTimelineProps) {
  const text = useText();
  const me = useCurrentUser();
  const [store] = useState(() => new TimelineStore(projectId, me.id));
  useEffect(() => store.open(), [store]);
  const { phase, plans, error } = useStore(store.state$);
  if (phase === "gone") return null; // the project frame shows the message
  const single = projectId !== null;
  const heading = title ?? <bdi>{plans[0]?.facts.title}</bdi>;
  if (phase === "open") {
    return (
      <TimelineScreen store={store} plans={plans} single={single} title={heading} tabs={tabs} openTask={openTask} />
    );
  }
  return (
    <div className={flow.fillColumn}>
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
