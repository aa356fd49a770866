import { MultiSelect, Select, Switch } from "@mantine/core";
import { type findCommonTimes, maxSearchedPeople } from "../../../../shared/bookings/bookings/common-times.contract";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { compareNames } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { DateField } from "../../../ui/fields/DateField";
import { NumberField } from "../../../ui/fields/NumberField";
import { useDuration } from "../../../ui/fields/useDuration";
import classes from "../bookings.module.css";
import type { useParticipantOptions } from "../form/useParticipantOptions";
import { daysFrom, type SearchCriteria } from "./search-criteria";

interface CriteriaFieldsProps {
  criteria: SearchCriteria;
  participantOptions: ReturnType<typeof useParticipantOptions>;
  /** Buildings that can be searched, and whether the last search included them. */
  buildings: ReplyOf<typeof findCommonTimes>["data"]["buildings"];
  tools: readonly string[];
  /** Errors by field of the call. */
  errors: Record<string, string[]> | undefined;
  onChange: (change: Partial<SearchCriteria>) => void;
}

const durations = [15, 30, 45, 60, 90, 120, 180, 240, 480] as const;

export function CriteriaFields({
  criteria,
  participantOptions,
  buildings,
  tools,
  errors,
  onChange,
}: CriteriaFieldsProps) {
  const text = useText();
  const duration = useDuration();
  const searchedBuildings = buildings.filter(({ searched }) => searched).map(({ id }) => String(id));
  return (
    <>
      <MultiSelect
        data-autofocus
        label={text("booking.participants")}
        description={text("booking.findTime.people", { max: maxSearchedPeople })}
        searchable
        maxValues={maxSearchedPeople}
        data={participantOptions.data}
        value={criteria.users}
        error={errors?.users?.[0]}
        onChange={(values) => onChange({ users: participantOptions.chosen(values).slice(0, maxSearchedPeople) })}
      />
      <Select
        label={text("booking.findTime.duration")}
        allowDeselect={false}
        data={durations.map((value) => ({ value: String(value), label: duration(value) }))}
        value={criteria.minutes}
        error={errors?.minutes?.[0]}
        onChange={(minutes) => minutes && onChange({ minutes })}
      />
      <div className={classes.pair}>
        <DateField
          label={text("booking.findTime.firstDay")}
          value={criteria.firstDay}
          error={errors?.start_date?.[0]}
          onChange={(day) => day && onChange(daysFrom(day, criteria))}
        />
        <DateField
          label={text("booking.lastDay")}
          value={criteria.lastDay}
          min={criteria.firstDay}
          error={errors?.end_date?.[0]}
          onChange={(lastDay) => lastDay && onChange({ lastDay })}
        />
      </div>
      <MultiSelect
        label={text("booking.findTime.buildings")}
        searchable
        disabled={buildings.length === 0}
        data={buildings.map(({ id, name, address }) => ({
          value: String(id),
          label: [name, address].filter(Boolean).join(" · "),
        }))}
        value={criteria.buildings ?? searchedBuildings}
        error={errors?.building_ids?.[0]}
        onChange={(ids) => onChange({ buildings: ids })}
      />
      <div className={classes.pair}>
        <MultiSelect
          label={text("booking.tools")}
          data={[...new Set(tools)].sort(compareNames)}
          value={criteria.tools}
          onChange={(chosenTools) => onChange({ tools: chosenTools })}
        />
        <NumberField
          label={text("booking.seatsNeeded")}
          placeholder={String(criteria.users.length + 1)}
          min={1}
          max={100_000}
          value={criteria.seats}
          error={errors?.people?.[0]}
          onChange={(seats) => onChange({ seats })}
        />
      </div>
      <Switch
        label={text("booking.findTime.stepFree")}
        checked={criteria.isStepFree}
        onChange={(event) => onChange({ isStepFree: event.currentTarget.checked })}
      />
    </>
  );
}
