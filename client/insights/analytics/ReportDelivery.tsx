import { ActionIcon, Button, MultiSelect, Popover, SegmentedControl, Switch } from "@mantine/core";
import { IconFileTypePdf, IconMailCog } from "@tabler/icons-react";
import { useState } from "react";
import { maxPeriodDays, periodLength, type Period } from "../../../shared/kernel/periods.rules";
import {
  listReports,
  maxReaders,
  type Report,
  type ReportFrequency,
  reportFrequencies,
  type ReportScreen,
  subscribeToReport,
  unsubscribeFromReport,
} from "../../../shared/insights/analytics/reports.contract";
import { usePeopleChoices } from "../../people/organization/usePeopleChoices";
import { queryText } from "../../platform/api";
import { download } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { ProblemError } from "../../platform/problem-error";
import { useCurrentUser } from "../../platform/session";
import classes from "./analytics.module.css";
import { MetricHelp } from "./MetricHelp";
import { FailedReads } from "../../ui/states/FailedReads";

interface ReportSwitchProps {
  screen: ReportScreen;
  /** Id of the record that the report covers; null for the whole organization. */
  subjectId: number | null;
  period: Period;
  filters?: { tag_id: number | null; priority: string | null; user_id: number | null };
}

const shortest = 7;
const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** Controls for printing the view and for mailing it weekly or monthly as a PDF to the user and to selected recipients. */
export function ReportDelivery({ screen, subjectId, period, filters }: ReportSwitchProps) {
  const text = useText();
  const me = useCurrentUser();
  const all = useEndpoint(listReports).data?.data;
  const reports = all?.filter((report) => report.screen === screen && report.subject_id === subjectId);
  const own = reports?.find(({ user }) => user.id === me.id);
  const again = () => refetch(listReports);
  const start = useAction(subscribeToReport, {
    onSuccess: again,
    onProblem: (error) => recipientsErrorOf(error) !== undefined,
  });
  const stop = useAction(unsubscribeFromReport, { onSuccess: again });
  const send = (frequency: ReportFrequency, users: readonly number[]) => {
    const days = Math.min(maxPeriodDays, Math.max(shortest, periodLength(period)));
    const chosenFilters = Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== null));
    const subject = subjectId === null ? {} : { subject_id: subjectId };
    start.mutate({ body: { screen, days, every: frequency, user_ids: [...users], ...subject, ...chosenFilters } });
  };
  const waiting = reports === undefined || start.isPending || stop.isPending;
  const label = text("analytics.report.label");
  const { saving, save } = usePdf({ screen, subjectId, period, filters });
  return (
    <span className={classes.report}>
      <Switch
        size="xs"
        label={label}
        checked={own !== undefined}
        disabled={waiting}
        onChange={(event) => {
          if (event.currentTarget.checked) send(rhythmOf(reports), [me.id]);
          else if (own) stop.mutate({ params: { id: own.id } });
        }}
      />
      <MetricHelp of={label}>{text("analytics.report.means")}</MetricHelp>
      <Popover width={320} position="bottom-end" trapFocus>
        <Popover.Target>
          <ActionIcon aria-label={text("analytics.report.settings")}>
            <IconMailCog {...icon} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Settings
            reports={reports ?? []}
            waiting={waiting}
            refused={recipientsErrorOf(start.error)}
            onSend={send}
            onStop={(id) => stop.mutate({ params: { id } })}
          />
        </Popover.Dropdown>
      </Popover>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        loading={saving}
        leftSection={<IconFileTypePdf {...icon} />}
        onClick={save}
      >
        {text("analytics.savePdf")}
      </Button>
    </span>
  );
}

/** Saves the tables of the screen as a PDF with its period and filters. The charts themselves can be printed. */
function usePdf({ screen, subjectId, period: { from, to }, filters }: ReportSwitchProps) {
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const chosen = Object.fromEntries(Object.entries(filters ?? {}).filter(([, value]) => value !== null));
    const query = queryText({ screen, subject_id: subjectId ?? undefined, from, to, ...chosen });
    await download(listReports, `${listReports.path}/file${query}`);
    setSaving(false);
  };
  return { saving, save: () => void save() };
}

/** Message shown at the field for recipients. All other problems are reported like those of any other call. */
const recipientsErrorOf = (error: Error | null): string | undefined =>
  error instanceof ProblemError ? error.errors.user_ids?.[0] : undefined;

const rhythmOf = (reports: readonly Report[] | undefined): ReportFrequency =>
  (reports?.[0]?.every as ReportFrequency | undefined) ?? "week";

interface SettingsProps {
  reports: readonly Report[];
  waiting: boolean;
  refused: string | undefined;
  onSend: (frequency: ReportFrequency, users: readonly number[]) => void;
  onStop: (id: number) => void;
}

function Settings({ reports, waiting, refused, onSend, onStop }: SettingsProps) {
  const text = useText();
  const people = usePeopleChoices(reports.map(({ user }) => user));
  const [rhythm, setRhythm] = useState(rhythmOf(reports));
  const readers = reports.map(({ user }) => String(user.id));
  return (
    <div className={classes.reportSettings}>
      <FailedReads reads={[people.query]} />
      <SegmentedControl
        fullWidth
        aria-label={text("analytics.report.every")}
        value={rhythm}
        onChange={(frequency) => {
          setRhythm(frequency);
          if (reports.length > 0)
            onSend(
              frequency,
              reports.map(({ user }) => user.id),
            );
        }}
        data={reportFrequencies.map((value) => ({ value, label: text(`analytics.report.every.${value}`) }))}
      />
      <MultiSelect
        label={text("analytics.report.readers")}
        description={text("analytics.report.readers.means")}
        searchable
        disabled={waiting}
        maxValues={maxReaders}
        error={refused}
        value={readers}
        data={people.options}
        onChange={(selectedIds) => {
          const added = selectedIds.filter((value) => !readers.includes(value)).map(Number);
          if (added.length > 0) onSend(rhythm, added);
          for (const report of reports) if (!selectedIds.includes(String(report.user.id))) onStop(report.id);
        }}
      />
    </div>
  );
}
