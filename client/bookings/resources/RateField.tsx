import { useText } from "../../platform/intl/useText";
import { AmountField } from "../../ui/fields/AmountField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";

type RateFieldProps = Omit<Parameters<typeof AmountField>[0], "label" | "description">;

/** Hourly price charged to the booking department; empty means no charge. */
export function RateField(props: RateFieldProps) {
  const text = useText();
  return <AmountField label={<OptionalLabel label={text("place.hourlyRate")} />} {...props} />;
}
