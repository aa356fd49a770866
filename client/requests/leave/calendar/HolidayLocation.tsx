import { useLengthError } from "../../../ui/fields/length";
import { Autocomplete } from "@mantine/core";
import type { ReactNode } from "react";
import { isSameText } from "../../../../shared/kernel/text/fold";
import { listHolidayLocations, maxLocations } from "../../../../shared/requests/leave/calendar/holidays.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import classes from "./Holidays.module.css";
import { FailedReads } from "../../../ui/states/FailedReads";

interface HolidayLocationProps {
  description: string;
  value: string;
  onChange: (location: string) => void;
  error?: ReactNode;
}

export function HolidayLocation({ description, value, onChange, ...field }: HolidayLocationProps) {
  const text = useText();
  const lengthError = useLengthError();
  const query = useEndpoint(listHolidayLocations);
  const locations = query.data?.data;
  const sameLocation = locations?.find(({ name }) => isSameText(name, value));
  const isUnknown = locations !== undefined && locations.length < maxLocations && !sameLocation && value.trim() !== "";
  return (
    <div>
      <FailedReads reads={[query]} />
      <Autocomplete
        {...field}
        label={<OptionalLabel label={text("holiday.location")} />}
        description={description}
        data={locations?.map(({ name }) => name) ?? []}
        limit={20}
        error={lengthError(value, 80)}
        value={value}
        onChange={onChange}
      />
      <p role="status" className={classes.why} data-warning={isUnknown || undefined}>
        {sameLocation && text("holiday.location.people", { count: sameLocation.people })}
        {isUnknown && text("holiday.location.nobody", { location: value.trim() })}
      </p>
    </div>
  );
}
