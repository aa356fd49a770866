import { Button } from "@mantine/core";
import { IconLayoutKanban, IconPencil } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { RichText } from "../../ui/text-editor/RichText";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProjectTabs } from "./ProjectTabs";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { type GlyphStatus, StatusGlyph } from "../../ui/signs/StatusGlyph";
import { toneColor } from "../../ui/signs/tones";
import { ProgressBar } from "./ProgressBar";
import type { ProjectDetail } from "../../../shared/work/projects/projects.contract";
import { ProjectMembers } from "./ProjectMembers";
import { ProjectMenu } from "./ProjectMenu";
import { ProjectHealthBadge } from "./ProjectHealthBadge";
import { ProjectStateNote } from "./ProjectStateNote";
import classes from "./ProjectView.module.css";
import { DayLabel } from "../../ui/signs/DayLabel";
import { Money } from "../../ui/signs/Money";
import { useDateRangeText } from "./project-texts";
import { projectPanels } from "./projects.slots";
import tones from "../../ui/layout/tones.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

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
      <ProjectStateNote projectId={id} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Progress project={project} />
          <Panels place="above" projectId={id} />
          {project.description && (
            <Panel title={text("projectForm.description")} padded>
              <RichText html={project.description} />
            </Panel>
          )}
          <Panels place="below" projectId={id} />
        </div>
        <div className={classes.column}>
          <ProjectFacts project={project} />
          <ProjectMembers project={project} />
        </div>
      </div>
    </>
  );
}

function Panels({ place, projectId }: { place: "above" | "below"; projectId: number }) {
  const panels = projectPanels.entries.filter((panel) => panel.place === place);
  return panels.map(({ Part }, at) => <Part key={at} projectId={projectId} />);
}

function Progress({ project }: { project: ProjectDetail }) {
  const text = useText();
  const { percent, number } = useFormat();
  const { task_count: total, done_count: done, doing_count: doing, overdue_count: overdue } = project;
  const kinds: { status: GlyphStatus; count: number; label: string }[] = [
    { status: "todo", count: total - done - doing, label: text("board.kind.todo") },
    { status: "doing", count: doing, label: text("board.kind.doing") },
    { status: "done", count: done, label: text("board.kind.done") },
  ];
  return (
    <Panel title={text("projects.column.progress")} end={<ProjectHealthBadge project={project} />} padded>
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
          {overdue > 0 && <li className={tones.danger}>{text("projects.overdue", { count: overdue })}</li>}
        </ul>
      </div>
    </Panel>
  );
}

function ProjectFacts({ project }: { project: ProjectDetail }) {
  const text = useText();
  const timeline = useDateRangeText()(project);
  const facts: [string, ReactNode][] = [
    [text("projects.column.state"), text(`projects.state.${project.status}`)],
    [text("projectForm.client_id"), project.client && <bdi>{project.client.name}</bdi>],
    [text("projectForm.department_id"), project.department && <bdi>{project.department.name}</bdi>],
    [text("projects.timeline"), timeline],
    [
      text("projectForm.budget"),
      project.budget && <Money amount={project.budget} currency={project.budget_currency} />,
    ],
    [text("projects.created"), <DayLabel key="created" value={project.created_at} style="medium" />],
  ];
  return (
    <Panel title={text("projectForm.facts")}>
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} style={{ display: "contents" }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
