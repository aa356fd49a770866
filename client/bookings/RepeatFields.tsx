import { Select, TextInput } from "@mantine/core";
import { repeats } from "../../shared/bookings/bookings.schema";
import { useText } from "../platform/intl/useText";
import { NumberField } from "../ui/fields/NumberField";
import classes from "./bookings.module.css";
import type { PartForm } from "./form.types";

/** As RFC 5545 writes it, in every language. */
const exampleRule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10";

/** How often, and how many times. */
export function RepeatFields({ form, repeat }: { form: PartForm; repeat: string }) {
  const text = useText();
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={text("booking.repeat")}
          allowDeselect={false}
          data={repeats.map((value) => ({ value, label: text(`booking.repeat.${value}`) }))}
          {...form.choice<string | null>("repeat")}
        />
        {repeat !== "doesNotRepeat" && repeat !== "custom" && (
          <NumberField
            label={text("booking.times")}
            min={1}
            max={200}
            {...form.choice<number | string>("repeat_count")}
          />
        )}
      </div>
      {repeat === "custom" && (
        <TextInput label={text("booking.rrule")} placeholder={exampleRule} {...form.field("rrule")} />
      )}
    </>
  );
}
