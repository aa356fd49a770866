import { useText } from "../../platform/intl/useText";
import { useHomeCurrency } from "../../platform/session";
import { AmountField } from "../../ui/fields/AmountField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";

type RateFieldProps = Omit<Parameters<typeof AmountField>[0], "label" | "description" | "currency">;

/** Hourly price charged to the booking department; empty means no charge. */
export function RateField(props: RateFieldProps) {
  const text = useText();
  const currency = useHomeCurrency();
  return <AmountField label={<OptionalLabel label={text("place.hourlyRate")} />} currency={currency} {...props} />;
}
