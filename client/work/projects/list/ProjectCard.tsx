import { IconCalendar } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useToday } from "../../../platform/today";
import { AvatarStack } from "../../../ui/signs/AvatarStack";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { toneColor } from "../../../ui/signs/tones";
import { ProgressBar } from "../ProgressBar";
import { ProjectMenu } from "../ProjectMenu";
import { ProjectHealthBadge } from "../ProjectHealthBadge";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { deadlineNote, useDateRangeText } from "../project-texts";
import classes from "./ProjectCard.module.css";

export function ProjectCard({ project }: { project: Project }) {
  const text = useText();
  const { percent } = useFormat();
  const timeline = useDateRangeText()(project);
  const note = deadlineNote(project, useToday(), text);
  return (
    <article className={classes.card} style={{ "--dot": toneColor(project.color) } as CSSProperties}>
      <div className={classes.head}>
        <i className={classes.dot} aria-hidden />
        <h2 className={classes.title}>
          <Link to={paths.board(project.id)}>
            <TruncatedName>{project.title}</TruncatedName>
          </Link>
        </h2>
        <span className="key">{project.code}</span>
        <span className={classes.above}>
          <ProjectMenu project={project} />
        </span>
        <span className={classes.client}>{project.client && <TruncatedName>{project.client.name}</TruncatedName>}</span>
      </div>
      <div className={classes.state}>
        <div className={classes.line}>
          <span className={classes.above}>
            <ProjectHealthBadge project={project} />
          </span>
          <span className={classes.figure}>{percent(project.progress)}</span>
        </div>
        <ProgressBar project={project} />
        <div className={classes.small}>
          <span className="clip" data-tone={note?.tone}>
            {note?.words}
          </span>
          {project.task_count > 0 && (
            <span className={classes.count}>
              {text("projects.ofTasks", { done: project.done_count, total: project.task_count })}
            </span>
          )}
        </div>
      </div>
      <div className={classes.foot}>
        <span className={classes.above}>
          <AvatarStack people={project.members} count={project.member_count} max={4} />
        </span>
        {timeline && (
          <span className={classes.dates}>
            <IconCalendar size={14} stroke={1.75} aria-hidden />
            {timeline}
          </span>
        )}
      </div>
    </article>
  );
}
