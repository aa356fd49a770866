import { Button } from "@mantine/core";
import type { Series, TaskSeries } from "../../../shared/work/series/series.contract";
import { createSeriesSchema, readSeriesSettings, type SeriesSettings } from "../../../shared/work/series/series.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import tones from "../../ui/layout/tones.module.css";
import { DayLabel } from "../../ui/signs/DayLabel";
import { type PreviewedDate, previewDates } from "./series.preview";
import classes from "./series.module.css";
import { useSeriesActions } from "./useSeriesActions";
import { useSeriesText } from "./useSeriesText";

interface SeriesPreviewProps {
  taskId: number;
  series: Series | null;
  calendar: TaskSeries["calendar"];
  values: SeriesSettings;
}

/** The rule as a sentence and its next dates. Dates of a saved rule can be skipped. */
export function SeriesPreview({ taskId, series, calendar, values }: SeriesPreviewProps) {
  const text = useText();
  const sentence = useSeriesText();
  if (!createSeriesSchema.isValidSync(values)) return null;
  const { settings, errors } = readSeriesSettings(values);
  if (Object.keys(errors).length > 0) return null;
  const dates = previewDates(settings, calendar, {
    last_day: series?.last_day ?? null,
    created_count: series?.created_count ?? 1,
    skipped_days: series?.skipped_days ?? [],
  });
  return (
    <section aria-label={text("series.preview")}>
      <p role="status">{sentence(settings)}</p>
      {settings.basis === "completion" && <p className={tones.quiet}>{text("series.preview.completion")}</p>}
      {dates.length === 0 && <p className={tones.quiet}>{text("series.preview.none")}</p>}
      <ol className={classes.dates}>
        {dates.map((date) => (
          <li key={date.day} data-skipped={date.isSkipped || undefined}>
            <span className={classes.date}>
              <DayLabel value={date.date} style="longYear" /> <DateNote date={date} />
            </span>
            {series && settings.basis === "schedule" && <SkipButton taskId={taskId} series={series} date={date} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function DateNote({ date: { day, date, isDayOff, isSkipped } }: { date: PreviewedDate }) {
  const text = useText();
  const format = useFormat();
  if (isSkipped) return <span className={tones.quiet}>{text("series.skippedDate")}</span>;
  if (day !== date)
    return <span className={tones.quiet}>{text("series.movedFrom", { date: format.day(day, "short") })}</span>;
  return isDayOff ? <span className={tones.quiet}>{text("series.isDayOff")}</span> : null;
}

function SkipButton({ taskId, series, date }: { taskId: number; series: Series; date: PreviewedDate }) {
  const text = useText();
  const { day } = useFormat();
  const { setSkipped, isPending } = useSeriesActions(taskId, series);
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
