import { Popover } from "@mantine/core";
import { useState } from "react";
import {
  type DayRange,
  type DueFilter,
  dueFilters,
  parseDayRange,
} from "../../../../shared/work/tasks/tasks.filter.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import { DateField } from "../../../ui/fields/DateField";
import classes from "./BoardFilters.module.css";
import { useBoardFilter } from "./useBoardFilter";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

const between = "between";

export function DuePill() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const { day } = useFormat();
  const [choosing, setChoosing] = useState(false);
  const range = filter.due === null ? null : parseDayRange(filter.due);
  const pick = (value: string) => {
    if (value === between) setChoosing(true);
    else change({ due: filter.due === value ? null : (value as DueFilter) });
  };
  const value = range
    ? text("filter.due.fromTo", {
        from: range[0] && day(range[0], "short"),
        to: range[1] && day(range[1], "short"),
        open: range[0] === "" ? "from" : range[1] === "" ? "to" : "none",
      })
    : filter.due && text(`board.due.${filter.due as DueFilter}`);
  const setRange = (from: string | null, to: string | null) =>
    change({ due: from || to ? (`${from ?? ""}..${to ?? ""}` as DayRange) : null });
  return (
    <Popover opened={choosing} onChange={setChoosing} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={classes.anchor}>
          <FilterPicker
            label={text("task.due")}
            value={value}
            options={[
              ...dueFilters.map((due) => ({ value: due, label: text(`board.due.${due}`) })),
              { value: between, label: text("filter.due.between") },
            ]}
            chosen={range ? [between] : filter.due ? [filter.due] : []}
            onPick={pick}
            width={200}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={text("filter.due.range")} className={classes.range}>
        <DateField
          label={text("filter.due.from")}
          value={range?.[0] || null}
          max={range?.[1] || null}
          onChange={(from) => setRange(from, range?.[1] || null)}
        />
        <DateField
          label={text("filter.due.to")}
          value={range?.[1] || null}
          min={range?.[0] || null}
          onChange={(to) => setRange(range?.[0] || null, to)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
