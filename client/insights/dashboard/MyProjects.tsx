import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listProjects } from "../../../shared/work/projects/projects.contract";
import { paths } from "../../platform/paths";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProgressBar } from "../../work/projects/ProgressBar";
import { ProjectHealthBadge } from "../../work/projects/ProjectHealthBadge";
import type { Project } from "../../../shared/work/projects/projects.contract";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toneColor } from "../../ui/signs/tones";
import linkRow from "../../ui/LinkRow.module.css";
import classes from "./dashboard.module.css";

const maxShown = 6;

/** The user's own projects. Users who have none but may see all projects get all projects. */
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
          {projects.slice(0, maxShown).map((project) => (
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
    <li
      className={`${linkRow.row} ${classes.projectRow}`}
      style={{ "--dot": toneColor(project.color) } as CSSProperties}
    >
      <span className={classes.line}>
        <i aria-hidden />
        <Link to={paths.board(project.id)} className={`${linkRow.link} ${classes.name}`}>
          <TruncatedName>{project.title}</TruncatedName>
        </Link>
        <span className={classes.standing}>
          <ProjectHealthBadge project={project} />
        </span>
      </span>
      <span className={classes.line}>
        <ProgressBar project={project} />
        <span className={classes.percent}>{percent(project.progress)}</span>
      </span>
    </li>
  );
}
