import { Radio } from "@mantine/core";
import { bookingScopes } from "../../shared/bookings/bookings.schema";
import { useText } from "../platform/intl/useText";
import classes from "./bookings.module.css";

export type Scope = (typeof bookingScopes)[number];

/** Of a series: this date, this and those after it, all. */
export function ScopeField({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const text = useText();
  return (
    <Radio.Group label={text("booking.scope")} value={value} onChange={(each) => onChange(each as Scope)}>
      <div className={classes.fields}>
        {bookingScopes.map((scope) => (
          <Radio key={scope} value={scope} label={text(`booking.scope.${scope}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
