import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import { listProjects } from "../../shared/projects/projects.contract";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { cacheMs, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Panel } from "../ui/Panel";
import { toneColor } from "../ui/signs/tones";
import classes from "./EmployeeView.module.css";

/** The projects that somebody is in, of those that the reader sees. */
export function PersonProjects({ id }: { id: number }) {
  const text = useText();
  const enabled = useCan()("project-list");
  const { data } = useEndpoint(listProjects, { query: { member: id } }, { enabled, staleTime: cacheMs });
  const projects = data?.data ?? [];
  if (projects.length === 0) return null;
  return (
    <Panel title={text("title.projects")} padded>
      <ul className={classes.list}>
        {projects.map((project) => (
          <li
            key={project.id}
            className={classes.project}
            style={{ "--dot": toneColor(project.color) } as CSSProperties}
          >
            <i aria-hidden />
            <Link to={paths.board(project.id)}>
              <bdi>{project.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
