import { Button, UnstyledButton } from "@mantine/core";
import { useParams } from "react-router-dom";
import { listSeries, type Series } from "../../../shared/work/series/series.contract";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { useFormat, useText } from "../../platform/intl/useText";
import { usePagedList } from "../../platform/pages";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import tones from "../../ui/layout/tones.module.css";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { ListLoading } from "../../ui/records/ListBody";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { ProjectStateNote } from "../projects/ProjectStateNote";
import { TaskLink } from "../projects/TaskLink";
import { useFollowProjects } from "../projects/useFollowProjects";
import { SeriesDialog } from "./SeriesDialog";
import { SeriesMenu } from "./SeriesMenu";
import { SeriesStatus } from "./SeriesStatus";
import classes from "./series.module.css";
import { useSeriesText } from "./useSeriesText";

/** Parameter with the id of the series whose dialog is open. */
const seriesParam = "series";

export function ProjectSeriesPage() {
  const id = Number(useParams().id);
  return <ProjectSeries key={id} projectId={id} />;
}

/** The series of a project, also those without a task on its board. */
function ProjectSeries({ projectId: id }: { projectId: number }) {
  const text = useText();
  const { number } = useFormat();
  const project = useEndpoint(readProject, { params: { id } }).data?.data;
  const query = usePagedList(listSeries, { params: { id }, query: { per_page: 50 } });
  const [search, setSearch] = useAddress();
  useFollowProjects(project && [project]);
  useScreenTitle(project?.title);
  const mayEdit = project?.can.create_task ?? false;
  const open = (seriesId: number | null) =>
    setSearch(
      (now) => {
        if (seriesId === null) now.delete(seriesParam);
        else now.set(seriesParam, String(seriesId));
        return now;
      },
      { replace: true },
    );
  return (
    <>
      <PageHead title={text("title.projectSeries")} sub={project?.title} />
      <ProjectStateNote projectId={id} />
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("series.notLoaded")}>
        {({ rows, meta: { total } }) => (
          <div className={classes.page}>
            {rows.length === 0 ? (
              <EmptyState title={text("series.empty")} text={text("series.empty.why")} />
            ) : (
              <Panel title={text("title.projectSeries")} count={number(total)}>
                <ul className={classes.list}>
                  {rows.map((series) => (
                    <SeriesListRow
                      key={series.id}
                      series={series}
                      isProjectArchived={project?.archived ?? false}
                      onEdit={mayEdit ? () => open(series.id) : undefined}
                    />
                  ))}
                </ul>
                {query.hasNextPage && (
                  <Button
                    className={classes.more}
                    size="xs"
                    variant="subtle"
                    color="gray"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {text("work.more")}
                  </Button>
                )}
              </Panel>
            )}
          </div>
        )}
      </QueryBoundary>
      <SeriesDialog
        seriesId={mayEdit ? parseIdParam(search.get(seriesParam) ?? undefined) : null}
        onClose={() => open(null)}
      />
    </>
  );
}

interface SeriesListRowProps {
  series: Series;
  isProjectArchived: boolean;
  /** Undefined for users who can't change the series. */
  onEdit: (() => void) | undefined;
}

function SeriesListRow({ series, isProjectArchived, onEdit }: SeriesListRowProps) {
  const text = useText();
  const sentence = useSeriesText();
  const { title, state, project_id: projectId, last_task_id: taskId, last_task_key: key } = series;
  return (
    <li className={classes.row}>
      <div className={classes.rule}>
        {onEdit ? (
          <UnstyledButton className={classes.title} onClick={onEdit}>
            <bdi>{title}</bdi>
          </UnstyledButton>
        ) : (
          <bdi className={classes.title}>{title}</bdi>
        )}
        <span>{sentence(series)}</span>
        {state === "active" && !isProjectArchived && <span>{text("series.running")}</span>}
        {state === "ended" && <span>{text("series.ended")}</span>}
        <SeriesStatus series={series} isProjectArchived={isProjectArchived} />
        <span className={tones.quiet}>
          {taskId !== null && key !== null ? (
            <>
              {text("series.lastTask")}{" "}
              <TaskLink className={`link ${classes.lastTask}`} task={{ id: taskId, projectId }}>
                <bdi>{key}</bdi>
              </TaskLink>
            </>
          ) : (
            text("series.noLastTask")
          )}
        </span>
      </div>
      {onEdit && <SeriesMenu series={series} label={text("series.menuOf", { title })} onEdit={onEdit} />}
    </li>
  );
}
