import { Checkbox, Group, Radio, Select } from "@mantine/core";
import { useEffect, useState } from "react";
import {
  type RepeatRule,
  type RepeatUnit,
  repeatUnits,
  ruleWeekdays,
  type RuleWeekday,
  ruleText,
  weekdayOf,
} from "../../../../shared/bookings/bookings/repeat.rules";
import { addDays } from "../../../../shared/kernel/days";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useWeek } from "../../../platform/week";
import { DateField } from "../../../ui/fields/DateField";
import { NumberField } from "../../../ui/fields/NumberField";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import times from "../../resources/TimeFields.module.css";
import classes from "../bookings.module.css";
import type { FormBindings } from "./form.types";
import { exampleDateOfRuleDay, useRepeatText } from "./useRepeatText";

const choices = ["doesNotRepeat", "daily", "weekdays", "weekly", "monthly", "custom"] as const;
type Choice = (typeof choices)[number];

interface RepeatFieldsProps {
  form: FormBindings;
  start: string;
  timeZone: string;
  count: unknown;
  until: string | undefined;
}

const simple: Record<Exclude<Choice, "doesNotRepeat" | "weekdays" | "custom">, RepeatUnit> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
};

export function RepeatFields({ form, start, timeZone, count, until }: RepeatFieldsProps) {
  const text = useText();
  const words = useRepeatText();
  const { weekend } = useWeek();
  const day = localDayAt(Date.parse(start), timeZone);
  const { weekday } = weekdayOf(day);
  const [choice, setChoice] = useState<Choice>("doesNotRepeat");
  const [own, setOwn] = useState<RepeatRule>({ unit: "week", interval: 1, days: [weekday], on: null });
  const [ends, setEnds] = useState<"count" | "until">("count");
  const rule = ruleOf(choice, own, { day, weekend });
  const rrule = rule && ruleText(rule);
  // `setValue` changes on each render; as a dependency it would run the effect endlessly.
  const { setValue } = useStableHandlers({ setValue: form.setValue });
  useEffect(() => {
    const isOwn = choice === "custom" || choice === "weekdays";
    setValue("repeat", isOwn ? "custom" : choice);
    setValue("rrule", isOwn ? (rrule ?? "") : "");
  }, [choice, rrule, setValue]);
  const chooseEnd = (next: "count" | "until") => {
    setEnds(next);
    setValue("repeat_count", next === "count" ? 6 : undefined);
    setValue("repeat_until", next === "until" ? addDays(day, 84) : undefined);
  };
  const field = form.valueProps<string | null>("repeat");
  return (
    <>
      <Select
        label={text("booking.repeat")}
        allowDeselect={false}
        data={choices.map((value) => ({ value, label: text(`booking.repeat.${value}`) }))}
        value={choice}
        onChange={(value) => value && setChoice(value as Choice)}
        error={field.error}
      />
      {choice === "custom" && <OwnRule rule={own} day={day} onChange={setOwn} error={form.field("rrule").error} />}
      {rule && rrule && (
        <>
          <div className={times.dayAndTime}>
            <Select
              label={text("booking.ends")}
              allowDeselect={false}
              data={(["count", "until"] as const).map((value) => ({ value, label: text(`booking.ends.${value}`) }))}
              value={ends}
              onChange={(value) => value && chooseEnd(value as typeof ends)}
            />
            {ends === "count" ? (
              <NumberField
                label={text("booking.times")}
                min={1}
                max={200}
                {...form.valueProps<number | string>("repeat_count")}
              />
            ) : (
              <DateField
                label={text("booking.lastDay")}
                min={day}
                {...form.valueProps<string | null>("repeat_until")}
              />
            )}
          </div>
          <p className={times.length} role="status" data-rule>
            {words(rrule, ends === "until" ? { until } : { count: Number(count) || undefined })}
          </p>
        </>
      )}
    </>
  );
}

function ruleOf(choice: Choice, own: RepeatRule, { day, weekend }: { day: string; weekend: readonly number[] }) {
  if (choice === "doesNotRepeat") return null;
  if (choice === "custom") return own;
  if (choice === "weekdays") {
    // Working days are the days outside the tenant's weekend, where 0 is Sunday.
    const days = ruleWeekdays.filter((_, n) => !weekend.includes((n + 1) % 7));
    return { unit: "week", interval: 1, days, on: null } satisfies RepeatRule;
  }
  const on = choice === "monthly" ? { day: Number(day.slice(8)) } : null;
  const days = choice === "weekly" ? [weekdayOf(day).weekday] : [];
  return { unit: simple[choice], interval: 1, days, on } satisfies RepeatRule;
}

interface OwnRuleProps {
  rule: RepeatRule;
  day: string;
  onChange: (rule: RepeatRule) => void;
  error: React.ReactNode;
}

function OwnRule({ rule, day, onChange, error }: OwnRuleProps) {
  const text = useText();
  const { day: dayName } = useFormat();
  const { weekday, nth, isLast } = weekdayOf(day);
  const name = (each: RuleWeekday) => dayName(exampleDateOfRuleDay(each), "weekday");
  const date = Number(day.slice(8));
  const months = [
    { value: "day", label: text("booking.rule.onDay", { day: date }), on: { day: date } },
    ...(nth < 5
      ? [
          {
            value: "nth",
            label: text("booking.rule.onNth", { nth: String(nth), weekday: name(weekday) }),
            on: { nth, weekday },
          },
        ]
      : []),
    ...(isLast
      ? [
          {
            value: "last",
            label: text("booking.rule.onNth", { nth: "-1", weekday: name(weekday) }),
            on: { nth: -1, weekday },
          },
        ]
      : []),
  ];
  const on = JSON.stringify(rule.on);
  const chosen = months.find((each) => JSON.stringify(each.on) === on)?.value ?? null;
  const setUnit = (unit: RepeatUnit) =>
    onChange({ ...rule, unit, on: unit === "month" ? { day: date } : null, days: unit === "week" ? [weekday] : [] });
  return (
    <>
      <div className={times.dayAndTime}>
        <NumberField
          label={text("booking.rule.every")}
          min={1}
          max={99}
          value={rule.interval}
          onChange={(interval) => onChange({ ...rule, interval: Math.max(1, Number(interval) || 1) })}
          error={error}
        />
        <Select
          label={text("booking.rule.unit")}
          allowDeselect={false}
          data={repeatUnits.map((value) => ({
            value,
            label: text(`booking.rule.unit.${value}`, { count: rule.interval }),
          }))}
          value={rule.unit}
          onChange={(unit) => unit && setUnit(unit as RepeatUnit)}
        />
      </div>
      {rule.unit === "week" && (
        <Checkbox.Group
          label={text("booking.rule.days")}
          value={rule.days}
          onChange={(days) => days.length > 0 && onChange({ ...rule, days: days as RuleWeekday[] })}
        >
          <Group gap="sm">
            {ruleWeekdays.map((each) => (
              <Checkbox key={each} value={each} label={name(each)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {rule.unit === "month" && (
        <Radio.Group
          label={text("booking.rule.onWhich")}
          value={chosen}
          onChange={(value) => onChange({ ...rule, on: months.find((each) => each.value === value)?.on ?? null })}
        >
          <div className={classes.fields}>
            {months.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
      )}
    </>
  );
}
