import { Switch } from "@mantine/core";
import { longestPeriod, lengthOf, type Period } from "../../shared/analytics/periods.rules";
import {
  listReports,
  type ReportScreen,
  subscribeToReport,
  unsubscribeFromReport,
} from "../../shared/analytics/reports.contract";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient, useAction, useEndpoint } from "../platform/query";
import classes from "./analytics.module.css";
import { Means } from "./Means";

interface ReportSwitchProps {
  screen: ReportScreen;
  /** Null: the whole organisation. */
  subjectId: number | null;
  period: Period;
  filters?: { tag_id: number | null; priority: string | null; user_id: number | null };
}

const shortest = 7;

/** Has what is shown here sent as PDF each Monday, or no more. */
export function ReportSwitch({ screen, subjectId, period, filters }: ReportSwitchProps) {
  const text = useText();
  const own = useEndpoint(listReports).data?.data;
  const known = own?.find((report) => report.screen === screen && report.subject_id === subjectId);
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(listReports) });
  const start = useAction(subscribeToReport, { onSuccess: again });
  const stop = useAction(unsubscribeFromReport, { onSuccess: again });
  const toggle = (on: boolean) => {
    if (!on) {
      if (known) stop.mutate({ params: { id: known.id } });
      return;
    }
    const days = Math.min(longestPeriod, Math.max(shortest, lengthOf(period)));
    const said = Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== null));
    start.mutate({ body: { screen, days, ...(subjectId === null ? {} : { subject_id: subjectId }), ...said } });
  };
  const label = text("analytics.report.label");
  return (
    <span className={classes.report}>
      <Switch
        size="xs"
        label={label}
        checked={known !== undefined}
        disabled={own === undefined || start.isPending || stop.isPending}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      <Means of={label}>{text("analytics.report.means")}</Means>
    </span>
  );
}
