import { Checkbox, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { selectScheduleTemplates } from "../../../shared/work/schedules/schedule-templates.contract";
import { templateNameIn, type Weeks, weeksText } from "../../../shared/work/schedules/schedules.rules";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { ErrorState } from "../../ui/states/ErrorState";
import { WeekInputs } from "./WeekInputs";
import classes from "./ScheduleFields.module.css";

const organization: Weeks = { minutes: null, other: null };
const custom = "custom";

interface ScheduleFieldsProps {
  value: Weeks;
  onChange: (weeks: Weeks) => void;
  errors?: { minutes?: ReactNode; other?: ReactNode };
  label?: ReactNode;
  "aria-label"?: string;
  disabled?: boolean;
  /** Choice that leaves the schedule unchanged; if omitted, it isn't offered. */
  unchanged?: { label: string; chosen: boolean; onChoose: () => void };
}

/** Choice of a template or the organization's week, and the hours per weekday. */
export function ScheduleFields({ value, onChange, errors, unchanged, disabled, ...labels }: ScheduleFieldsProps) {
  const text = useText();
  const query = useEndpoint(selectScheduleTemplates);
  const templates = query.data?.data ?? [];
  const options = [
    ...(unchanged ? [{ key: "unchanged", name: unchanged.label, weeks: null }] : []),
    { key: "organization", name: text("schedule.template.organization"), weeks: organization },
    ...templates.map(({ id, name, minutes, other }) => ({
      key: String(id),
      name: templateNameIn(text, name),
      weeks: { minutes, other },
    })),
  ];
  const same = options.find(({ weeks }) => weeks && weeksText(weeks) === weeksText(value))?.key ?? custom;
  const chosen = unchanged?.chosen ? "unchanged" : same;
  const choose = (key: string | null) => {
    const option = options.find((one) => one.key === key);
    if (option?.weeks) onChange(option.weeks);
    else if (option) unchanged?.onChoose();
  };
  return (
    <div className={classes.fields}>
      <Select
        {...labels}
        data={[
          ...options.map(({ key, name }) => ({ value: key, label: name })),
          ...(chosen === custom ? [{ value: custom, label: text("schedule.template.custom") }] : []),
        ]}
        allowDeselect={false}
        value={chosen}
        onChange={choose}
        disabled={disabled}
      />
      {query.isLoadingError && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {value.minutes && !unchanged?.chosen && <WeeksInputs value={value} onChange={onChange} errors={errors} />}
    </div>
  );
}

type WeeksInputsProps = Pick<ScheduleFieldsProps, "value" | "onChange" | "errors">;

/** Hours of one week or of two alternating ones. */
export function WeeksInputs({ value: { minutes, other }, onChange, errors }: WeeksInputsProps) {
  const text = useText();
  if (!minutes) return null;
  return (
    <>
      <WeekInputs
        legend={text("schedule.hours")}
        minutes={minutes}
        onChange={(week) => onChange({ minutes: week, other })}
        error={errors?.minutes}
      />
      <Checkbox
        label={text("schedule.alternates")}
        checked={other !== null}
        onChange={({ currentTarget }) => onChange({ minutes, other: currentTarget.checked ? minutes : null })}
      />
      {other && (
        <WeekInputs
          legend={text("schedule.otherHours")}
          minutes={other}
          onChange={(week) => onChange({ minutes, other: week })}
          error={errors?.other}
        />
      )}
    </>
  );
}
