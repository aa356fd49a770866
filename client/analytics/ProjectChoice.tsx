import { useNavigate } from "react-router-dom";
import { Link } from "react-router-dom";
import { listProjectAnalytics } from "../../shared/analytics/project-analytics.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { Picker } from "../tasks/fields/Picker";
import { FilterPill } from "../ui/fields/FilterPill";
import { Clip } from "../ui/signs/Clip";
import { toneColor } from "../ui/signs/tones";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import classes from "./analytics.module.css";

const dot = (color: string) => <i className={classes.dot} style={{ background: toneColor(color) }} aria-hidden />;

/** The projects one sees, each with what happens in it, to look into one. */
export function ProjectChoice() {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(listProjectAnalytics);
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={text("analytics.project.none")} text={text("analytics.project.none.why")} />
        ) : (
          <div className={classes.choices}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{text("analytics.project")}</th>
                  <th scope="col">{text("analytics.figure.open")}</th>
                  <th scope="col">{text("analytics.figure.doing")}</th>
                  <th scope="col">{text("analytics.figure.finished")}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((project) => (
                  <tr key={project.id}>
                    <td>
                      <Link to={paths.analyticsProject(project.id)}>
                        {dot(project.color)}
                        <Clip>{project.title}</Clip>
                      </Link>
                    </td>
                    <td>{number(project.open)}</td>
                    <td>{number(project.doing)}</td>
                    <td>{number(project.finished)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </QueryBoundary>
  );
}

/** Which project is shown, and another one in its place. */
export function ProjectPill({ project }: { project: { id: number; title: string; color: string } }) {
  const text = useText();
  const navigate = useNavigate();
  const all = useEndpoint(listProjectAnalytics).data?.data ?? [];
  return (
    <Picker
      options={all.map(({ id, title, color }) => ({ value: String(id), label: title, icon: dot(color) }))}
      chosen={[String(project.id)]}
      onPick={(id) => void navigate(paths.analyticsProject(id))}
      searchLabel={text("analytics.project.choose")}
    >
      {(button) => <FilterPill label={text("analytics.project")} value={<bdi>{project.title}</bdi>} {...button} />}
    </Picker>
  );
}
