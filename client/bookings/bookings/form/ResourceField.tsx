import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { checkDate } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import classes from "../bookings.module.css";
import type { FormBindings } from "./form.types";

interface ResourceFieldProps {
  form: FormBindings;
  kind: Exclude<BookableType, "car">;
  resources: readonly GridResource[];
  when: { start_date: string; end_date: string };
  own: number | null;
}

export function ResourceField({ form, kind, resources, when, own }: ResourceFieldProps) {
  const text = useText();
  const [debouncedTimes] = useDebouncedValue(when, 250);
  const { data } = useEndpoint(
    checkDate,
    { query: { bookable_type: kind, ...debouncedTimes } },
    { enabled: debouncedTimes.start_date < debouncedTimes.end_date, staleTime: 0 },
  );
  const isAsked = debouncedTimes.start_date === when.start_date && debouncedTimes.end_date === when.end_date;
  const free = data && isAsked ? new Set(data.data.available.map(({ id }) => id)) : null;
  const byId = new Map(resources.map((each) => [String(each.id), each]));
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { id, name, building, floor } of resources) {
    const group = [building, floor].filter(Boolean).join(", ");
    groups.set(group, [...(groups.get(group) ?? []), { value: String(id), label: name }]);
  }
  const field = form.valueProps<string | null>("bookable_id");
  const chosen = byId.get(field.value ?? "");
  return (
    <Select
      label={text(kind === "room" ? "booking.room" : "booking.piece")}
      searchable
      allowDeselect={false}
      data={[...groups].map(([group, items]) => ({ group, items }))}
      description={chosen && placeOf(chosen, text)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      renderOption={({ option }) => {
        const resource = byId.get(option.value);
        const isFree = free?.has(Number(option.value)) || Number(option.value) === own;
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            <small>
              {[
                resource?.capacity != null && text("booking.seats", { count: resource.capacity }),
                resource?.auto_approve === false && text("booking.needsApproval"),
                free && text(isFree ? "booking.isFree" : "booking.isTaken"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </span>
        );
      }}
      {...field}
    />
  );
}

const placeOf = ({ building, floor, capacity, auto_approve }: GridResource, text: TextFunction): string =>
  [
    building,
    floor,
    capacity !== null && text("booking.seats", { count: capacity }),
    !auto_approve && text("booking.needsApproval"),
  ]
    .filter(Boolean)
    .join(" · ");
