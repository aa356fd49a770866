import { useIntl } from "react-intl";
import type { Series } from "../../../shared/work/series/series.contract";
import { formatText, useFormat, useText } from "../../platform/intl/useText";
import tones from "../../ui/layout/tones.module.css";
import { DayLabel } from "../../ui/signs/DayLabel";
import classes from "./series.module.css";

interface SeriesStatusProps {
  series: Series;
  isProjectArchived: boolean;
}

/** The next date of a series or the reason why it has none, and its missed dates. */
export function SeriesStatus({ series, isProjectArchived }: SeriesStatusProps) {
  const text = useText();
  const intl = useIntl();
  const { number } = useFormat();
  const { state, refusal, missed_count: missedCount, next_date: nextDate } = series;
  if (state === "active" && isProjectArchived)
    return <span className={tones.quiet}>{text("series.projectArchived")}</span>;
  return (
    <>
      {state === "active" && nextDate && (
        <span className={tones.quiet}>
          {text("series.next")} <DayLabel value={nextDate} style="long" />
        </span>
      )}
      {state === "active" && !nextDate && <span className={tones.quiet}>{text("series.waiting")}</span>}
      {state === "paused" && !refusal && <span className={classes.paused}>{text("series.paused")}</span>}
      {refusal && (
        <span className={classes.refused}>
          {text("series.refused", {
            reason:
              (refusal.split("?")[0] as string) in intl.messages ? formatText(intl, refusal) : text("error.unknown"),
          })}
        </span>
      )}
      {missedCount > 0 && (
        <span className={tones.quiet}>
          {text("series.missed", { count: missedCount, number: number(missedCount) })}
        </span>
      )}
    </>
  );
}
