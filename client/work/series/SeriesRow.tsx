import { UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { readTaskSeries, type TaskSeries } from "../../../shared/work/series/series.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useStore } from "../../platform/store";
import { ErrorState } from "../../ui/states/ErrorState";
import { Skeleton } from "../../ui/states/Skeleton";
import { FieldRow } from "../tasks/fields/FieldRow";
import properties from "../tasks/fields/TaskProperties.module.css";
import { openSeriesTask$ } from "./series-dialog";
import classes from "./series.module.css";
import { TaskSeriesDialog } from "./SeriesDialog";
import { SeriesMenu } from "./SeriesMenu";
import { SeriesStatus } from "./SeriesStatus";
import { useSeriesText } from "./useSeriesText";

/** The series of a task in its panel, with its dialog. It is read when the task repeats or the dialog opens. */
export function SeriesRow({ task, isComplete }: { task: TaskDetail; isComplete: boolean }) {
  const text = useText();
  const isOpen = useStore(openSeriesTask$) === task.id;
  const isRepeating = task.series_id !== null;
  const query = useEndpoint(readTaskSeries, { params: { id: task.id } }, { enabled: isRepeating || isOpen });
  const found = query.data?.data;
  const hasFailed = query.isError && !found;
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => {
    openSeriesTask$.set(null);
    setWasOpened(true);
  };
  const open = () => openSeriesTask$.set(task.id);
  useEffect(() => {
    return () => {
      // The dialog may already be requested for the next task.
      if (openSeriesTask$.value === task.id) openSeriesTask$.set(null);
    };
  }, [task.id]);
  useEffect(() => {
    // The dialog must not open after a later, successful read.
    if (isOpen && hasFailed) openSeriesTask$.set(null);
  }, [isOpen, hasFailed]);
  const mayRepeat = task.can.create && !task.archived;
  const showsNone = !isRepeating && isComplete && mayRepeat && !hasFailed;
  return (
    <>
      {query.isLoading && !showsNone && (
        <FieldRow label={text("series.label")}>
          <span role="status" aria-label={text("ui.loading")}>
            <Skeleton width={160} />
          </span>
        </FieldRow>
      )}
      {hasFailed && (
        <FieldRow label={text("series.label")} wide>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </FieldRow>
      )}
      {isRepeating && found?.series && <RepeatingTask task={task} found={found} wasOpened={wasOpened} onEdit={open} />}
      {showsNone && (
        <FieldRow label={text("series.label")}>
          <UnstyledButton className={`${properties.value} ${properties.none}`} onClick={open}>
            <span className="sr-only">{text("series.label")}: </span>
            {text("series.none")}
          </UnstyledButton>
        </FieldRow>
      )}
      {isOpen && found && mayRepeat && <TaskSeriesDialog task={task} found={found} onClose={close} />}
    </>
  );
}

interface RepeatingTaskProps {
  task: TaskDetail;
  found: TaskSeries;
  /** Whether the dialog was open, so that the row gets the focus that the former button had. */
  wasOpened: boolean;
  onEdit: () => void;
}

function RepeatingTask({ task, found, wasOpened, onEdit }: RepeatingTaskProps) {
  const text = useText();
  const sentence = useSeriesText();
  const { series, can } = found;
  const project = useEndpoint(readProject, { params: { id: task.project_id } }).data?.data;
  if (!series) return null;
  return (
    <FieldRow label={text("series.label")} wide isRequested={wasOpened}>
      <div className={classes.series}>
        <div className={classes.rule}>
          <span>{sentence(series)}</span>
          <SeriesStatus series={series} isProjectArchived={project?.archived ?? false} />
        </div>
        {can.edit && <SeriesMenu taskId={task.id} series={series} label={text("series.menu")} onEdit={onEdit} />}
      </div>
    </FieldRow>
  );
}
