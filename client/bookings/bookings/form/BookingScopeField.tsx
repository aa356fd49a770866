import { Radio } from "@mantine/core";
import { bookingScopes } from "../../../../shared/bookings/bookings/bookings.schema";
import { useText } from "../../../platform/intl/useText";
import classes from "../bookings.module.css";

export type BookingEditScope = (typeof bookingScopes)[number];

interface ScopeFieldProps {
  label?: string;
  value: BookingEditScope;
  onChange: (scope: BookingEditScope) => void;
}

export function BookingScopeField({ label, value, onChange }: ScopeFieldProps) {
  const text = useText();
  return (
    <Radio.Group
      label={label ?? text("booking.scope")}
      value={value}
      onChange={(each) => onChange(each as BookingEditScope)}
    >
      <div className={classes.fields}>
        {bookingScopes.map((scope) => (
          <Radio key={scope} value={scope} label={text(`booking.scope.${scope}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
