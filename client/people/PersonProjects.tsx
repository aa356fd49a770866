import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import { listProjects } from "../../shared/projects/projects.contract";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Panel } from "../ui/Panel";
import { toneColor } from "../ui/signs/tones";
import classes from "./EmployeeView.module.css";

/** The projects that somebody is in, of those that the reader sees. */
export function PersonProjects({ id }: { id: number }) {
  const text = useText();
  const enabled = useCan()("project-list");
  // What the side menu has asked for anyway, and keeps true.
  const { data } = useEndpoint(listProjects, {}, { enabled, staleTime: 30 * 60_000 });
  const projects =
    data?.data.filter(({ archived, members }) => !archived && members.some((one) => one.id === id)) ?? [];
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
