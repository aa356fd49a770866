import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { listProjects } from "../../shared/projects/projects.contract";
import { paths } from "../platform/paths";
import { useFormat, useText } from "../platform/intl/useText";
import { ProgressBar } from "../projects/ProgressBar";
import { ProjectStanding } from "../projects/ProjectStanding";
import type { Project } from "../../shared/projects/projects.contract";
import { Clip } from "../ui/signs/Clip";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";
import { toneColor } from "../ui/signs/tones";
import classes from "./dashboard.module.css";

const shownMost = 6;

/** The projects one is in; for those who see all of them, one's own come first. */
export function MyProjects({ query }: { query: UseQueryResult<ReplyOf<typeof listProjects>, Error> }) {
  const text = useText();
  const { number } = useFormat();
  const all = query.data?.data;
  const own = all?.filter(({ mine }) => mine);
  const projects = own?.length ? own : all;
  return (
    <Panel
      title={text("dashboard.myProjects")}
      count={projects && projects.length > 0 && number(projects.length)}
      end={<Link to={paths.projects}>{text("dashboard.allProjects")}</Link>}
    >
      {query.isPending && <SkeletonRows rows={4} height={56} />}
      {query.error && !all && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {projects?.length === 0 && (
        <EmptyState
          title={text("dashboard.firstDay")}
          text={text("dashboard.firstDay.wait")}
          action={
            <Button component={Link} to={paths.projects}>
              {text("dashboard.openProjects")}
            </Button>
          }
        />
      )}
      {projects && projects.length > 0 && (
        <ul className={classes.list}>
          {projects.slice(0, shownMost).map((project) => (
            <Row key={project.id} project={project} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ project }: { project: Project }) {
  const { percent } = useFormat();
  return (
    <li className={classes.projectRow} style={{ "--dot": toneColor(project.color) } as CSSProperties}>
      <span className={classes.line}>
        <i aria-hidden />
        <Link to={paths.board(project.id)} className={classes.name}>
          <Clip>{project.title}</Clip>
        </Link>
        <span className={classes.standing}>
          <ProjectStanding project={project} />
        </span>
      </span>
      <span className={classes.line}>
        <ProgressBar project={project} />
        <span className={classes.percent}>{percent(project.progress)}</span>
      </span>
    </li>
  );
}
