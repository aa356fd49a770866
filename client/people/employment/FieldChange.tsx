import { contractTypes } from "../../../shared/people/people/people.fields";
import type { HistoryField } from "../../../shared/people/people/user-history.contract";
import { weeksOfText } from "../../../shared/work/schedules/schedules.rules";
import { Message, useText } from "../../platform/intl/useText";
import { useWeeksText } from "../../work/schedules/useWeeksText";
import { Money } from "../../ui/signs/Money";

interface FieldChangeProps {
  field: HistoryField;
  before: string | null;
  after: string | null;
}

export function FieldChange({ field, before, after }: FieldChangeProps) {
  const text = useText();
  const to = <Value field={field} value={after} />;
  return (
    <>
      {text(`people.field.${field}`)}:{" "}
      {before === null ? (
        to
      ) : (
        <Message id="people.history.fromTo" values={{ from: <Value field={field} value={before} />, to }} />
      )}
    </>
  );
}

function Value({ field, value }: { field: HistoryField; value: string | null }) {
  const text = useText();
  const weeks = useWeeksText();
  if (field === "schedule") return weeks(weeksOfText(value ?? ""));
  const [amount, currency] = field === "salary" && value ? value.split(" ") : [];
  if (amount && currency) return <Money amount={amount} currency={currency} />;
  const contract = field === "contract_type" && contractTypes.find((type) => type === value);
  return <bdi>{contract ? text(`people.contract.${contract}`) : (value ?? "–")}</bdi>;
}
