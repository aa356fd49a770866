import { TextInput } from "@mantine/core";
import { languageCodes, languages } from "../../shared/kernel/languages";
import { Optional } from "../ui/fields/Optional";
import type { useForm } from "../ui/form/form";
import type { TypedNames } from "./typed-names";

interface NamesInLanguagesProps {
  form: Pick<ReturnType<typeof useForm>, "field"> & { values: { name: string; translations: TypedNames } };
}

/** A field for each language, in its own script and direction; empty: the name as it is written. */
export function NamesInLanguages({ form }: NamesInLanguagesProps) {
  return languageCodes.map((code) => (
    <TextInput
      key={code}
      label={<Optional label={<span lang={code}>{languages[code].name}</span>} />}
      lang={code}
      dir={languages[code].direction}
      placeholder={form.values.name}
      {...form.field(`translations.${code}`)}
    />
  ));
}
