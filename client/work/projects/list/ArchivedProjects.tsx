import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { listProjects } from "../../../../shared/work/projects/projects.contract";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { cacheMs, useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { useToday } from "../../../platform/today";
import { readStored, writeStored } from "../../../platform/browser-storage";
import { useLingeringRows } from "../../../ui/kept/useLingeringRows";
import { DecidedNote } from "../../../undo/DecidedNote";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { useFollowProjects } from "../useFollowProjects";
import { projectRowKey, useArchiveProject } from "../project-actions";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { ProjectMenu } from "../ProjectMenu";
import classes from "./ArchivedProjects.module.css";

const hiddenKey = "portal.archived-projects-hidden";

export function ArchivedProjects() {
  const text = useText();
  const { number } = useFormat();
  const { data } = useEndpoint(listProjects, { query: { archived: 1 } }, { staleTime: cacheMs });
  const [hidden, setHidden] = useState(() => readStored(hiddenKey) === "1");
  useFollowProjects(data?.data);
  const projects: readonly Project[] = data?.data ?? none;
  const { rows, hold } = useLingeringRows(projects, ({ id }) => id);
  if (rows.length === 0) return null;

  const toggle = () => {
    writeStored(hiddenKey, hidden ? null : "1");
    setHidden(!hidden);
  };
  return (
    <section className={classes.apart} aria-label={text("projects.archived")}>
      <div className={classes.head}>
        <h2>{text("projects.archived")}</h2>
        <span className={classes.count}>{number(projects.length)}</span>
        <span className={classes.note}>{text("projects.archived.note")}</span>
        <Button size="xs" variant="subtle" color="gray" onClick={toggle} aria-expanded={!hidden}>
          {text(hidden ? "projects.archived.show" : "projects.archived.hide")}
        </Button>
      </div>
      {!hidden && (
        <ul className={classes.list} {...hold}>
          {rows.map(({ row: project, isRemoved }) =>
            isRemoved ? (
              <li key={project.id} data-left>
                <i aria-hidden />
                <DecidedNote row={projectRowKey(project.id)} otherwise={text("archive.left")} />
              </li>
            ) : (
              <Row key={project.id} project={project} />
            ),
          )}
        </ul>
      )}
    </section>
  );
}

const none: readonly Project[] = [];

function Row({ project }: { project: Project }) {
  const text = useText();
  const { day } = useFormat();
  const can = useCan();
  const { restore, pending } = useArchiveProject(project);
  const { done_count: done, task_count: total, updated_at: since } = project;
  const thisYear = since.startsWith(useToday().slice(0, 4));
  const to = can("project-view") ? paths.projectView(project.id) : paths.board(project.id);
  return (
    <li>
      <i aria-hidden />
      <Link to={to} className={classes.title}>
        <TruncatedName>{project.title}</TruncatedName>
      </Link>
      <span className={`key ${classes.wide}`}>{project.code}</span>
      <span className={classes.when}>
        {text("projects.archived.since", { day: day(since, thisYear ? "short" : "medium") })}
      </span>
      <span className={`${classes.tasks} ${classes.wide}`}>
        {total > 0 && text("projects.ofTasks", { done, total })}
      </span>
      {project.can.archive && (
        <Button size="xs" variant="subtle" color="gray" className={classes.wide} loading={pending} onClick={restore}>
          {text("projects.restore")}
        </Button>
      )}
      <ProjectMenu project={project} />
    </li>
  );
}
