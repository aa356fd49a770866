import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { AvatarStack } from "../../../ui/signs/AvatarStack";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { DayLabel } from "../../../ui/signs/DayLabel";
import { Panel } from "../../../ui/Panel";
import { toneColor } from "../../../ui/signs/tones";
import { Table } from "../../../ui/Table";
import { useToday } from "../../../platform/today";
import { ProgressBar } from "../ProgressBar";
import { ProjectMenu } from "../ProjectMenu";
import { ProjectHealthBadge } from "../ProjectHealthBadge";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import classes from "./ProjectTable.module.css";

export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  const text = useText();
  return (
    <Panel>
      <Table className={classes.table} aria-label={text("title.projects")}>
        <thead>
          <tr>
            <th>{text("projects.column.project")}</th>
            <th>{text("projects.column.client")}</th>
            <th>{text("projects.column.state")}</th>
            <th>{text("projects.column.progress")}</th>
            <th>{text("projects.column.members")}</th>
            <th className={classes.end}>{text("projects.column.ends")}</th>
            <th>
              <span className="sr-only">{text("projects.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row key={project.id} project={project} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function Row({ project }: { project: Project }) {
  const { percent } = useFormat();
  const year = useToday().slice(0, 4);
  const { end_date: end } = project;
  return (
    <tr>
      <th scope="row" className={classes.main}>
        <Name project={project} />
      </th>
      <td className={classes.client}>{project.client && <TruncatedName>{project.client.name}</TruncatedName>}</td>
      <td className={classes.state}>
        <ProjectHealthBadge project={project} />
      </td>
      <td className={classes.wide}>
        <span className={classes.progress}>
          <ProgressBar project={project} small />
          {percent(project.progress)}
        </span>
      </td>
      <td className={classes.wide}>
        <AvatarStack people={project.members} count={project.member_count} size={20} />
      </td>
      <td className={classes.end}>
        {end && <DayLabel value={end} style={end.startsWith(year) ? "short" : "medium"} />}
      </td>
      <td className={classes.menu}>
        <ProjectMenu project={project} />
      </td>
    </tr>
  );
}

function Name({ project }: { project: Project }) {
  return (
    <span className={classes.name} style={{ "--dot": toneColor(project.color) } as CSSProperties}>
      <i aria-hidden />
      <Link to={paths.board(project.id)}>
        <TruncatedName>{project.title}</TruncatedName>
      </Link>
      <span className="key">{project.code}</span>
    </span>
  );
}
