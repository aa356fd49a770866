import { Button } from "@mantine/core";
import { listProjectAbsences } from "../../../shared/work/projects/absences.contract";
import type { Series, TaskSeries } from "../../../shared/work/series/series.contract";
import { readSeriesSettings, type SeriesSettings } from "../../../shared/work/series/series.schema";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan, useHasFeature } from "../../platform/session";
import tones from "../../ui/layout/tones.module.css";
import { DayLabel } from "../../ui/signs/DayLabel";
import { absentAssigneesOn, lastOccurrence, type PreviewedDate, previewDates } from "./series.preview";
import { type SeriesFormValues, seriesFormSchema } from "./series.form";
import classes from "./series.module.css";
import { useSeriesActions } from "./useSeriesActions";
import { useSeriesText } from "./useSeriesText";

interface SeriesPreviewProps {
  /** Null for a series by itself. */
  task: TaskDetail | null;
  series: Series | null;
  calendar: TaskSeries["calendar"];
  values: SeriesFormValues;
}

/** The rule as a sentence and its next dates. Dates of a saved rule can be skipped. */
export function SeriesPreview({ task, series, calendar, values }: SeriesPreviewProps) {
  const text = useText();
  const sentence = useSeriesText();
  if (!seriesFormSchema.isValidSync(values)) return null;
  const { settings, errors } = readSeriesSettings(values);
  if (Object.keys(errors).length > 0) return null;
  const dates = previewDates(settings, calendar, lastOccurrence(series, task, settings.first_day));
  return (
    <section aria-label={text("series.preview")}>
      <p role="status">{sentence(settings)}</p>
      {settings.basis === "completion" && <p className={tones.quiet}>{text("series.preview.completion")}</p>}
      {dates.length === 0 && <p className={tones.quiet}>{text("series.preview.none")}</p>}
      {dates.length > 0 && <DateList task={task} series={series} dates={dates} basis={settings.basis} />}
    </section>
  );
}

interface DateListProps extends Pick<SeriesPreviewProps, "task" | "series"> {
  dates: readonly PreviewedDate[];
  basis: SeriesSettings["basis"];
}

function DateList({ task, series, dates, basis }: DateListProps) {
  const text = useText();
  const { list } = useFormat();
  const namesOn = useAbsentAssignees(task, series, dates);
  return (
    <ol className={classes.dates}>
      {dates.map((date) => {
        const names = date.isSkipped ? [] : namesOn(date.date);
        return (
          <li key={date.day} data-skipped={date.isSkipped || undefined}>
            <span className={classes.date}>
              <DayLabel value={date.date} style="longYear" /> <DateNote date={date} />
              {names.length > 0 && <span className={classes.away}>{text("series.away", { people: list(names) })}</span>}
            </span>
            {series && series.state !== "ended" && basis === "schedule" && <SkipButton series={series} date={date} />}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the names of the assignees who are away on a date, for users who may see leave. */
function useAbsentAssignees(
  task: TaskDetail | null,
  series: Series | null,
  dates: readonly PreviewedDate[],
): (day: string) => string[] {
  const userIds = series?.user_ids ?? task?.user_ids ?? [];
  const mayReadLeave = useCan()("leave-request-list");
  const enabled = useHasFeature()("leave_management") && mayReadLeave && userIds.length > 0;
  const query = { from: dates[0]?.date ?? "", to: dates.at(-1)?.date ?? "" };
  const params = { project_id: series?.project_id ?? task?.project_id ?? 0 };
  const { data } = useEndpoint(listProjectAbsences, { params, query }, { enabled, retry: false });
  return (day) => absentAssigneesOn(day, data?.data ?? [], userIds).map(({ fullname }) => fullname);
}

function DateNote({ date: { day, date, isDayOff, isSkipped } }: { date: PreviewedDate }) {
  const text = useText();
  const format = useFormat();
  if (isSkipped) return <span className={tones.quiet}>{text("series.skippedDate")}</span>;
  if (day !== date)
    return <span className={tones.quiet}>{text("series.movedFrom", { date: format.day(day, "short") })}</span>;
  return isDayOff ? <span className={tones.quiet}>{text("series.isDayOff")}</span> : null;
}

function SkipButton({ series, date }: { series: Series; date: PreviewedDate }) {
  const text = useText();
  const { day } = useFormat();
  const { setSkipped, isPending } = useSeriesActions(series);
  const label = text(date.isSkipped ? "series.unskip" : "series.skip");
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      disabled={isPending}
      aria-label={text("series.skip.label", { action: label, date: day(date.date, "long") })}
      onClick={() => setSkipped(date.day, !date.isSkipped)}
    >
      {label}
    </Button>
  );
}
