import type { ReactNode } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { Day } from "../ui/signs/Day";
import { Panel } from "../ui/Panel";
import type { ProjectDetail } from "../../shared/projects/projects.contract";
import { useTimeline } from "./project-words";
import classes from "./ProjectView.module.css";

/** What is written down about a project; what isn't takes no room. */
export function ProjectFacts({ project }: { project: ProjectDetail }) {
  const text = useText();
  const { number } = useFormat();
  const timeline = useTimeline()(project);
  const money = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const facts: [string, ReactNode][] = [
    [text("projects.column.state"), text(`projects.state.${project.status}`)],
    [text("projectForm.client_id"), project.client && <bdi>{project.client.name}</bdi>],
    [text("projectForm.department_id"), project.department && <bdi>{project.department.name}</bdi>],
    [text("projects.timeline"), timeline],
    [text("projectForm.budget"), project.budget && number(Number(project.budget), money)],
    [text("projects.created"), <Day key="created" value={project.created_at} style="medium" />],
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
