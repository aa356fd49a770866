import { useNavigate } from "react-router-dom";
import { Link } from "react-router-dom";
import { listProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { toneColor } from "../../ui/signs/tones";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import classes from "./analytics.module.css";
import { FilterPicker } from "../../ui/fields/FilterPicker";

const dot = (color: string) => <i className={classes.dot} style={{ background: toneColor(color) }} aria-hidden />;

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
                        <TruncatedName>{project.title}</TruncatedName>
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

export function ProjectPill({ project }: { project: { id: number; title: string; color: string } }) {
  const text = useText();
  const navigate = useNavigate();
  const query = useEndpoint(listProjectAnalytics);
  const all = query.data?.data ?? [];
  return (
    <FilterPicker
      label={text("analytics.project")}
      value={<bdi>{project.title}</bdi>}
      reads={[query]}
      options={all.map(({ id, title, color }) => ({ value: String(id), label: title, icon: dot(color) }))}
      chosen={[String(project.id)]}
      onPick={(id) => void navigate(paths.analyticsProject(id))}
      searchLabel={text("analytics.project.choose")}
    />
  );
}
