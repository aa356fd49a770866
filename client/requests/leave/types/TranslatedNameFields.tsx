import { TextInput } from "@mantine/core";
import { languageCodes, languages } from "../../../../shared/kernel/languages";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import type { useForm } from "../../../ui/form/form";
import type { NameInputs } from "./name-inputs";

interface NamesInLanguagesProps {
  form: Pick<ReturnType<typeof useForm>, "field"> & { values: { name: string; translations: NameInputs } };
}

export function TranslatedNameFields({ form }: NamesInLanguagesProps) {
  return languageCodes.map((code) => (
    <TextInput
      key={code}
      label={<OptionalLabel label={<span lang={code}>{languages[code].name}</span>} />}
      lang={code}
      dir={languages[code].direction}
      placeholder={form.values.name}
      {...form.field(`translations.${code}`)}
    />
  ));
}
