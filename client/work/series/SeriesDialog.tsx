import { Checkbox, Radio, Select } from "@mantine/core";
import { useEffect, useState } from "react";
import { daysOffChoices, maxEvery, seriesUnits, type SeriesUnit } from "../../../shared/work/series/series.rules";
import { readSeries, type Series, type TaskSeries } from "../../../shared/work/series/series.contract";
import {
  maxLeadDays,
  maxSeriesCount,
  readSeriesSettings,
  seriesBases,
  type SeriesSettings,
} from "../../../shared/work/series/series.schema";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { useEndpoint } from "../../platform/query";
import { useWeek } from "../../platform/week";
import { Dialog } from "../../ui/Dialog";
import { DateField } from "../../ui/fields/DateField";
import { NumberField } from "../../ui/fields/NumberField";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import flow from "../../ui/layout/flow.module.css";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./series.module.css";
import { SeriesPreview } from "./SeriesPreview";
import {
  editedSeriesOf,
  initialSettings,
  keyOfMonthDay,
  mergeSettings,
  type MonthDay,
  monthDayChoices,
  monthOf,
  type SeriesEnd,
  seriesEnds,
  type SeriesFormValues,
  seriesFormSchema,
  settingsAfterMove,
  valuesOf,
} from "./series.form";
import { saveSeries } from "./useSeriesActions";
import { exampleDayOfWeekday } from "./useSeriesText";

interface TaskSeriesDialogProps {
  task: TaskDetail;
  found: TaskSeries;
  onClose: () => void;
}

/** Sets up the series of a task, or changes its rule for coming dates. */
export function TaskSeriesDialog({ task, found, onClose }: TaskSeriesDialogProps) {
  const text = useText();
  const isRepeating = found.series !== null && found.series.state !== "ended";
  return (
    <Dialog
      opened
      onClose={onClose}
      title={text(isRepeating ? "series.edit.title" : "series.repeatTask", { key: task.key })}
      size={560}
    >
      <SeriesForm task={task} found={found} onClose={onClose} />
    </Dialog>
  );
}

/** Changes the rule of a series for coming dates, or resumes an ended one, also without any task of it. Closed without an id. */
export function SeriesDialog({ seriesId, onClose }: { seriesId: number | null; onClose: () => void }) {
  const text = useText();
  const [isResuming, setResuming] = useState(false);
  return (
    <Dialog
      opened={seriesId !== null}
      onClose={onClose}
      title={text(isResuming ? "series.resume" : "series.edit.title")}
      size={560}
    >
      {seriesId !== null && (
        <LoadedSeriesForm key={seriesId} seriesId={seriesId} onClose={onClose} onResuming={setResuming} />
      )}
    </Dialog>
  );
}

interface LoadedSeriesFormProps extends Pick<SeriesFormProps, "onClose" | "onResuming"> {
  seriesId: number;
}

function LoadedSeriesForm({ seriesId, ...form }: LoadedSeriesFormProps) {
  // A cached response may be older than the last change, and the form keeps the values that it starts with.
  const query = useEndpoint(readSeries, { params: { id: seriesId } }, { refetchOnMount: "always" });
  if (!query.isFetchedAfterMount) return <SkeletonRows />;
  if (query.data) return <SeriesForm task={null} found={query.data.data} {...form} />;
  return <ErrorState error={query.error as Error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}

interface SeriesFormProps {
  /** The task that is to repeat or repeats; null for a series by itself. */
  task: TaskDetail | null;
  found: TaskSeries;
  onClose: () => void;
  /** Receives whether saving resumes the series. */
  onResuming?: (isResuming: boolean) => void;
}

function SeriesForm({ task, found, onClose, onResuming }: SeriesFormProps) {
  const text = useText();
  // A task whose series has ended can have a new one.
  const series = task && found.series?.state === "ended" ? null : found.series;
  const [firstDay] = useState(task?.due_date ?? task?.start_date ?? found.calendar.today);
  const [wasEnded] = useState(series?.state === "ended");
  const record = series ? editedSeriesOf(series) : { version: 0, series, settings: initialSettings(firstDay) };
  const name = task?.key ?? series?.last_task_key ?? series?.title ?? "";
  const form = useForm(seriesFormSchema, {
    initialValues: valuesOf(record),
    onSubmit: async (_, { idempotencyKey, typedValues }) => {
      const { settings } = readSeriesSettings(typedValues);
      try {
        await saveSeries(task?.id ?? null, edited.base.series, settings, {
          label,
          idempotencyKey,
        });
      } catch (error) {
        // Saving again overwrites only what the user has changed.
        if (error instanceof ProblemError && error.code === "series.stale")
          edited.overwrite(editedSeriesOf(error.record as Series));
        throw error;
      }
      onClose();
    },
  });
  const edited = useEditedForm(form, record, {
    valuesOf,
    contentOf: ({ settings, series: shown }) => [settings, shown?.state === "ended"],
    // Saving would resume a series that another user has ended, which the form doesn't show.
    isDirty: form.dirty || (series?.state === "ended" && !wasEnded),
    merge: mergeSettings,
  });
  const isEnded = edited.base.series?.state === "ended";
  const isResuming = task === null && isEnded;
  const changeLabel = text(edited.base.series && !isEnded ? "series.undoRule" : "series.undoCreate", { key: name });
  const label = isResuming ? text("series.undoState.active") : changeLabel;
  useEffect(() => onResuming?.(isResuming), [isResuming, onResuming]);
  const { values } = form;
  const setUnit = (unit: SeriesUnit) => {
    form.setValue("unit", unit);
    if (values.month === null && values.first_day) form.setValue("month", monthOf(values.first_day));
  };
  const setFirstDay = (day: string | null) => {
    form.setValue("first_day", day);
    const following: Partial<SeriesSettings> = day && values.first_day ? settingsAfterMove(values, day) : {};
    for (const [name, value] of Object.entries(following)) form.setValue(name, value);
  };
  const isOnSchedule = values.basis === "schedule";
  const isInMonth = isOnSchedule && (values.unit === "month" || values.unit === "year");
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={isResuming ? text("series.resume") : undefined}>
      <DraftGuard dirty={form.dirty && !form.sending} onDiscard={form.draft.forget} />
      <ChangedRecordNotice edited={edited} />
      <Radio.Group label={text("series.basis")} {...form.valueProps<string>("basis")}>
        <div className={flow.stack}>
          {seriesBases.map((basis) => (
            <Radio
              key={basis}
              value={basis}
              label={text(`series.basis.${basis}`)}
              description={text(`series.basis.${basis}.why`)}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        <NumberField
          label={text("booking.rule.every")}
          min={1}
          max={maxEvery}
          data-autofocus
          {...form.valueProps<number | string>("every")}
        />
        <Select
          label={text("booking.rule.unit")}
          allowDeselect={false}
          data={seriesUnits.map((value) => ({
            value,
            label: text(`series.unit.${value}`, { count: Number(values.every) || 1 }),
          }))}
          {...form.valueProps<string | null>("unit")}
          onChange={(unit) => unit && setUnit(unit as SeriesUnit)}
        />
      </div>
      {isOnSchedule && values.unit === "week" && (
        <WeekdayFields
          chosen={values.weekdays}
          onChange={(weekdays) => form.setValue("weekdays", weekdays)}
          error={form.errorAt("weekdays")}
        />
      )}
      {isInMonth && values.first_day && (
        <MonthDayField values={values} setValue={form.setValue} error={form.errorAt("month_day")} />
      )}
      <div className={classes.pair}>
        {isOnSchedule && (
          <DateField
            label={text("series.firstDay")}
            {...form.valueProps<string | null>("first_day")}
            onChange={setFirstDay}
          />
        )}
        <Select
          label={text("series.daysOff")}
          allowDeselect={false}
          data={daysOffChoices.map((value) => ({ value, label: text(`series.daysOff.${value}`) }))}
          {...form.valueProps<string | null>("days_off")}
        />
      </div>
      <EndFields values={values} form={form} />
      <div className={classes.pair}>
        <NumberField
          label={text("series.leadDays")}
          min={0}
          max={maxLeadDays}
          {...form.valueProps<number | string>("lead_days")}
        />
        <HourField value={values.at_hour} onChange={(hour) => form.setValue("at_hour", hour)} />
      </div>
      {isOnSchedule && (
        <>
          <Checkbox label={text("series.onlyWhenDone")} {...form.check("only_when_done")} />
          <Checkbox label={text("series.createMissed")} {...form.check("create_missed")} />
        </>
      )}
      <SeriesPreview task={task} series={series} calendar={found.calendar} values={values} />
    </DialogForm>
  );
}

interface WeekdayFieldsProps {
  chosen: readonly number[];
  onChange: (weekdays: number[]) => void;
  error: React.ReactNode;
}

function WeekdayFields({ chosen, onChange, error }: WeekdayFieldsProps) {
  const text = useText();
  const { day } = useFormat();
  const { first } = useWeek();
  return (
    <Checkbox.Group
      label={text("booking.rule.days")}
      value={chosen.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      error={error}
    >
      <div className={classes.weekdays}>
        {Array.from({ length: 7 }, (_, at) => (first + at) % 7).map((weekday) => (
          <Checkbox key={weekday} value={String(weekday)} label={day(exampleDayOfWeekday(weekday), "weekday")} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type SetValue = (name: string, value: unknown) => void;

/** The day of the month of the first day, its weekday in the month, or the last one. */
function MonthDayField({
  values,
  setValue,
  error,
}: {
  values: SeriesSettings;
  setValue: SetValue;
  error: React.ReactNode;
}) {
  const text = useText();
  const { day: dayText } = useFormat();
  const choices = monthDayChoices(values);
  const labelOf = ({ month_day: day, month_week: week, month_weekday: weekday }: MonthDay): string => {
    if (day === 31) return text("series.lastDayOfMonth");
    if (day !== null) return text("booking.rule.onDay", { day });
    const weekdayName = dayText(exampleDayOfWeekday(weekday ?? 0), "weekday");
    return text("booking.rule.onNth", { nth: String(week), weekday: weekdayName });
  };
  const choose = (choice: MonthDay) => {
    for (const [name, value] of Object.entries(choice)) setValue(name, value);
  };
  return (
    <Select
      label={text("booking.rule.onWhich")}
      allowDeselect={false}
      data={[...choices].map(([value, choice]) => ({ value, label: labelOf(choice) }))}
      value={keyOfMonthDay(values)}
      onChange={(value) => {
        const choice = choices.get(value ?? "");
        if (choice) choose(choice);
      }}
      error={error}
    />
  );
}

type FormOfSeries = Pick<
  ReturnType<typeof useForm<typeof seriesFormSchema, SeriesFormValues>>,
  "setValue" | "valueProps"
>;

function EndFields({ values, form }: { values: SeriesFormValues; form: FormOfSeries }) {
  const text = useText();
  const { end } = values;
  const choose = (next: SeriesEnd) => {
    form.setValue("end", next);
    form.setValue("until", next === "until" ? values.first_day : null);
    form.setValue("max_count", next === "count" ? 10 : null);
  };
  return (
    <div className={classes.pair}>
      <Select
        label={text("booking.ends")}
        allowDeselect={false}
        data={seriesEnds.map((value) => ({ value, label: text(`series.ends.${value}`) }))}
        value={end}
        onChange={(value) => value && choose(value as SeriesEnd)}
      />
      {end === "until" && <DateField label={text("booking.lastDay")} {...form.valueProps<string | null>("until")} />}
      {end === "count" && (
        <NumberField
          label={text("booking.times")}
          min={1}
          max={maxSeriesCount}
          {...form.valueProps<number | string>("max_count")}
        />
      )}
    </div>
  );
}

function HourField({ value, onChange }: { value: number; onChange: (hour: number) => void }) {
  const text = useText();
  const { time } = useFormat();
  return (
    <Select
      label={text("series.atHour")}
      allowDeselect={false}
      data={Array.from({ length: 24 }, (_, hour) => ({
        value: String(hour),
        label: time(new Date(Date.UTC(2024, 0, 1, hour)), "UTC"),
      }))}
      value={String(value)}
      onChange={(hour) => hour !== null && onChange(Number(hour))}
    />
  );
}
