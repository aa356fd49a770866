import { ActionIcon, Menu, UnstyledButton } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { readTaskSeries, type TaskSeries } from "../../../shared/work/series/series.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { formatText, useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useStore } from "../../platform/store";
import { DayLabel } from "../../ui/signs/DayLabel";
import { ErrorState } from "../../ui/states/ErrorState";
import { Skeleton } from "../../ui/states/Skeleton";
import { FieldRow } from "../tasks/fields/FieldRow";
import properties from "../tasks/fields/TaskProperties.module.css";
import { openSeriesTask$ } from "./series-dialog";
import classes from "./series.module.css";
import { SeriesDialog } from "./SeriesDialog";
import { useSeriesActions } from "./useSeriesActions";
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
      {isOpen && found && mayRepeat && <SeriesDialog task={task} found={found} onClose={close} />}
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
  const intl = useIntl();
  const { number } = useFormat();
  const sentence = useSeriesText();
  const { series, can } = found;
  if (!series) return null;
  const { state, refusal, missed_count: missedCount, next_date: nextDate } = series;
  return (
    <FieldRow label={text("series.label")} wide isRequested={wasOpened}>
      <div className={classes.series}>
        <div className={classes.rule}>
          <span>{sentence(series)}</span>
          {state === "active" && nextDate && (
            <span className={properties.muted}>
              {text("series.next")} <DayLabel value={nextDate} style="long" />
            </span>
          )}
          {state === "active" && !nextDate && <span className={properties.muted}>{text("series.waiting")}</span>}
          {state === "paused" && !refusal && <span className={classes.paused}>{text("series.paused")}</span>}
          {refusal && (
            <span className={classes.refused}>
              {text("series.refused", {
                reason:
                  (refusal.split("?")[0] as string) in intl.messages
                    ? formatText(intl, refusal)
                    : text("error.unknown"),
              })}
            </span>
          )}
          {missedCount > 0 && (
            <span className={properties.muted}>
              {text("series.missed", { count: missedCount, number: number(missedCount) })}
            </span>
          )}
        </div>
        {can.edit && <SeriesMenu task={task} series={series} onEdit={onEdit} />}
      </div>
    </FieldRow>
  );
}

function SeriesMenu({
  task,
  series,
  onEdit,
}: {
  task: TaskDetail;
  series: NonNullable<TaskSeries["series"]>;
  onEdit: () => void;
}) {
  const text = useText();
  const { day } = useFormat();
  const actions = useSeriesActions(task.id, series);
  const { next_day: nextDay, next_date: nextDate } = series;
  return (
    <Menu width={260} position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text("series.menu")} loading={actions.isPending}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{text("series.edit")}</Menu.Item>
        {nextDay && nextDate && series.state === "active" && (
          <Menu.Item onClick={() => actions.setSkipped(nextDay, true)}>
            {text("series.skipNext", { date: day(nextDate, "short") })}
          </Menu.Item>
        )}
        <Menu.Item onClick={actions.useForLater}>{text("series.useForLater")}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => actions.setState(series.state === "paused" ? "active" : "paused")}>
          {text(series.state === "paused" ? "series.resume" : "series.pause")}
        </Menu.Item>
        <Menu.Item color="danger" onClick={() => actions.setState("ended")}>
          {text("series.end")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
