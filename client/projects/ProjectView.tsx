import { Button } from "@mantine/core";
import { IconArchiveOff, IconLayoutKanban, IconPencil } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "../platform/paths";
import { RichText } from "../comments/RichText";
import { useFormat, useText } from "../platform/intl/useText";
import { ProjectTabs } from "../tasks/board/ProjectTabs";
import { ProjectTime } from "../time/ProjectTime";
import { PageHead } from "../ui/PageHead";
import { Panel } from "../ui/Panel";
import { type Status, StatusGlyph } from "../ui/signs/StatusGlyph";
import { toneColor } from "../ui/signs/tones";
import { ProgressBar } from "./ProgressBar";
import { useArchiving } from "./project-actions";
import type { ProjectDetail } from "../../shared/projects/projects.contract";
import { ProjectActivity } from "./ProjectActivity";
import { ProjectFacts } from "./ProjectFacts";
import { ProjectMembers } from "./ProjectMembers";
import { ProjectMenu } from "./ProjectMenu";
import { ProjectStanding } from "./ProjectStanding";
import classes from "./ProjectView.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** Everything about one project but its tasks. */
export function ProjectView({ project }: { project: ProjectDetail }) {
  const text = useText();
  const navigate = useNavigate();
  const { id, archived } = project;
  return (
    <>
      <PageHead
        title={
          <span className={classes.title} style={{ "--dot": toneColor(project.color) } as CSSProperties}>
            <i aria-hidden />
            <bdi>{project.title}</bdi>
            <span className="key">{project.code}</span>
          </span>
        }
        tabs={<ProjectTabs projectId={id} />}
      >
        {project.can.edit && (
          <Button
            component={Link}
            to={paths.projectEdit(id)}
            className={classes.onlyWide}
            leftSection={<IconPencil {...icon} />}
          >
            {text("action.edit")}
          </Button>
        )}
        {!archived && (
          <Button
            component={Link}
            to={paths.board(id)}
            variant="filled"
            className={classes.onlyNarrow}
            leftSection={<IconLayoutKanban {...icon} />}
          >
            {text("projects.openBoard")}
          </Button>
        )}
        <ProjectMenu project={project} size={32} onDeleted={() => void navigate(paths.projects)} />
      </PageHead>
      {archived && <ArchivedNote project={project} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Progress project={project} />
          <ProjectTime projectId={id} />
          {project.description && (
            <Panel title={text("projectForm.description")} padded>
              <RichText html={project.description} />
            </Panel>
          )}
          <ProjectActivity projectId={id} />
        </div>
        <div className={classes.column}>
          <ProjectFacts project={project} />
          <ProjectMembers project={project} />
        </div>
      </div>
    </>
  );
}

function ArchivedNote({ project }: { project: ProjectDetail }) {
  const text = useText();
  const { restore, pending } = useArchiving(project.id);
  return (
    <p className={classes.note}>
      {text("projects.archived.readOnly")}
      {project.can.archive && (
        <Button size="xs" leftSection={<IconArchiveOff {...icon} />} loading={pending} onClick={restore}>
          {text("projects.restore")}
        </Button>
      )}
    </p>
  );
}

/** How much is done, and of what kind of column the rest stands in. */
function Progress({ project }: { project: ProjectDetail }) {
  const text = useText();
  const { percent, number } = useFormat();
  const { task_count: total, done_count: done, doing_count: doing, overdue_count: overdue } = project;
  const kinds: { status: Status; count: number; label: string }[] = [
    { status: "todo", count: total - done - doing, label: text("board.kind.todo") },
    { status: "doing", count: doing, label: text("board.kind.doing") },
    { status: "done", count: done, label: text("board.kind.done") },
  ];
  return (
    <Panel title={text("projects.column.progress")} end={<ProjectStanding project={project} />} padded>
      <div className={classes.progress}>
        <strong className={classes.figure}>{percent(project.progress)}</strong>
        <ProgressBar project={project} />
        <ul className={classes.kinds}>
          {kinds.map(({ status, count, label }) => (
            <li key={status}>
              <StatusGlyph status={status} />
              {label}
              <span className={classes.count}>{number(count)}</span>
            </li>
          ))}
          {overdue > 0 && <li className={classes.late}>{text("projects.overdue", { count: overdue })}</li>}
        </ul>
      </div>
    </Panel>
  );
}
