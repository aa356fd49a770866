import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { carTypes } from "../../../../shared/bookings/cars/cars.schema";
import { useText } from "../../../platform/intl/useText";
import { NumberField } from "../../../ui/fields/NumberField";
import classes from "../bookings.module.css";
import type { FormBindings } from "./form.types";

/** Car type, route and purpose of a trip request. The approver assigns the actual car. */
export function CarFields({ form, resources }: { form: FormBindings; resources: readonly GridResource[] }) {
  const text = useText();
  const availableTypes = new Set(resources.map(({ car_type }) => car_type));
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={text("booking.carType")}
          data={carTypes
            .filter((type) => availableTypes.has(type))
            .map((type) => ({ value: type, label: text(`booking.carType.${type}`) }))}
          {...form.valueProps<string | null>("car_type")}
        />
        <NumberField
          label={text("booking.seatsNeeded")}
          min={1}
          max={100}
          {...form.valueProps<number | string>("seats")}
        />
      </div>
      <TextInput label={text("booking.fromPlace")} {...form.field("from_place")} />
      <TextInput label={text("booking.toPlace")} {...form.field("to_place")} />
      <Textarea label={text("booking.purpose")} autosize {...form.field("purpose")} />
      <Switch
        label={text("booking.driverNeeded")}
        description={text("booking.driverNeeded.why")}
        {...form.check("driver_needed")}
      />
    </>
  );
}
