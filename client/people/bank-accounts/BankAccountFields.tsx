import { TextInput } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";

interface BankAccountFieldsProps {
  /** Returns the form's input props for a name. */
  field: (name: "holder" | "iban" | "bic") => object;
}

/** Holder, IBAN and BIC; bank details are written left to right in all languages. */
export function BankAccountFields({ field }: BankAccountFieldsProps) {
  const text = useText();
  const code = { autoComplete: "off", spellCheck: false, dir: "ltr" } as const;
  return (
    <>
      <TextInput label={text("bankAccount.holder")} autoComplete="off" {...field("holder")} />
      <TextInput label={text("bankAccount.iban")} {...code} {...field("iban")} />
      <TextInput label={<OptionalLabel label={text("bankAccount.bic")} />} {...code} {...field("bic")} />
    </>
  );
}
