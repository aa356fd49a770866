import { contractTypes } from "../../shared/people/people.fields";
import type { HistoryField } from "../../shared/people/user-history.contract";
import { Message, useText } from "../platform/intl/useText";
import { Money } from "../ui/signs/Money";

interface FieldChangeProps {
  field: HistoryField;
  before: string | null;
  after: string | null;
}

/** What became, or will become, another: in the words and digits of the reader. */
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
  const [amount, currency] = field === "salary" && value ? value.split(" ") : [];
  if (amount && currency) return <Money amount={amount} currency={currency} />;
  const contract = field === "contract_type" && contractTypes.find((type) => type === value);
  return <bdi>{contract ? text(`people.contract.${contract}`) : (value ?? "–")}</bdi>;
}
