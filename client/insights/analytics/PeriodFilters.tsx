import { Menu, Popover, Switch } from "@mantine/core";
import { breakdowns } from "../../../shared/insights/analytics/analytics.schema";
import { lastDays, periodGroupings, periodLength, type Period } from "../../../shared/kernel/periods.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import { FilterPill } from "../../ui/fields/FilterPill";
import classes from "./analytics.module.css";
import { useAnalyticsView } from "./useAnalyticsView";

const spans = [7, 30, 90, 365] as const;

interface PeriodFiltersProps {
  period: Period;
  today: string;
  buckets?: boolean;
  splits?: boolean;
  compares?: boolean;
}

export function PeriodFilters({ period, today, buckets = true, splits = false, compares = true }: PeriodFiltersProps) {
  const text = useText();
  const { view, change } = useAnalyticsView();
  return (
    <>
      <PeriodPill period={period} today={today} />
      {buckets && <BucketPill />}
      {splits && <SplitPill />}
      {compares && (
        <Switch
          className={classes.compare}
          size="xs"
          label={text("analytics.compare")}
          checked={view.compare}
          onChange={(event) => change({ compare: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function BucketPill() {
  const text = useText();
  const { view, change } = useAnalyticsView();
  return (
    <Menu>
      <Menu.Target>
        <FilterPill label={text("analytics.by")} value={text(`analytics.by.${view.by}`)} />
      </Menu.Target>
      <Menu.Dropdown>
        {periodGroupings.map((by) => (
          <Menu.Item key={by} onClick={() => change({ by })}>
            {text(`analytics.by.${by}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SplitPill() {
  const text = useText();
  const { view, change } = useAnalyticsView();
  const nameOf = (group: (typeof breakdowns)[number]) => text(group === "tag" ? "task.tag" : "task.priority");
  return (
    <Menu>
      <Menu.Target>
        <FilterPill label={text("analytics.group")} value={view.group && nameOf(view.group)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => change({ group: null })}>{text("analytics.group.none")}</Menu.Item>
        {breakdowns.map((group) => (
          <Menu.Item key={group} onClick={() => change({ group })}>
            {nameOf(group)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PeriodPill({ period, today }: { period: Period; today: string }) {
  const text = useText();
  const { day } = useFormat();
  const { change } = useAnalyticsView();
  const last = period.to === today ? spans.find((days) => days === periodLength(period)) : undefined;
  const value = last
    ? text("analytics.period.days", { days: last })
    : text("analytics.period.range", { from: day(period.from), to: day(period.to) });
  return (
    <Popover trapFocus>
      <Popover.Target>
        <FilterPill
          label={text("analytics.period")}
          value={value}
          printedValue={text("analytics.period.range", {
            from: day(period.from, "medium"),
            to: day(period.to, "medium"),
          })}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.period}>
        {spans.map((days) => (
          <button key={days} type="button" aria-pressed={days === last} onClick={() => change(lastDays(days, today))}>
            {text("analytics.period.days", { days })}
          </button>
        ))}
        <DateField
          size="xs"
          label={text("analytics.period.from")}
          value={period.from}
          max={period.to}
          onChange={(from) => change({ from, to: period.to })}
        />
        <DateField
          size="xs"
          label={text("analytics.period.to")}
          value={period.to}
          min={period.from}
          onChange={(to) => change({ from: period.from, to })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
