import { useEffect } from "react";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import { BasketFields } from "./BasketFields";
import type { BookingValues } from "./booking-values";
import type { FormBindings } from "./form.types";
import { RepeatFields } from "./RepeatFields";
import { SeriesPreview } from "./SeriesPreview";

interface NewBookingFieldsProps {
  form: FormBindings;
  values: BookingValues & { guests?: readonly string[] | undefined };
  timeZone: string;
}

/** Fields that only a new booking has: its repetition, and what is booked together with it. */
export function NewBookingFields({ form, values, timeZone }: NewBookingFieldsProps) {
  const { bookable_id, car_type, start_date, end_date } = values;
  const isSeries = values.repeat !== "doesNotRepeat";
  const { removeChoices } = useStableHandlers({
    removeChoices: () => values.dates.length > 0 && form.setValue("dates", []),
  });
  // Choices for single dates were made for another time or resource, and their replacements may not be free or needed anymore.
  useEffect(() => void removeChoices(), [removeChoices, bookable_id, car_type, start_date, end_date]);
  return (
    <>
      <RepeatFields
        form={form}
        start={start_date}
        timeZone={timeZone}
        count={values.repeat_count}
        until={values.repeat_until}
      />
      {isSeries && (
        <SeriesPreview values={values} onChoose={(dates) => form.setValue("dates", dates)} timeZone={timeZone} />
      )}
      <BasketFields
        form={form}
        repeats={isSeries}
        basket={values.basket}
        when={{ start_date, end_date }}
        own={values.bookable_type === "room" ? values.bookable_id : undefined}
      />
    </>
  );
}
