import { useText } from "../platform/intl/useText";
import { AmountField } from "../ui/fields/AmountField";
import { Optional } from "../ui/fields/Optional";

type RateFieldProps = Omit<Parameters<typeof AmountField>[0], "label" | "description">;

/** What an hour costs the department that books; without it nothing is counted. */
export function RateField(props: RateFieldProps) {
  const text = useText();
  return <AmountField label={<Optional label={text("place.hourlyRate")} />} {...props} />;
}
