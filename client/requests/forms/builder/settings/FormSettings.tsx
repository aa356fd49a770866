import { useLengthError } from "../../../../ui/fields/length";
import { MultiSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import type { FormDefinition } from "../../../../../shared/requests/forms/forms.definition";
import type { FormChoices } from "../../../../../shared/requests/forms/form-templates.contract";
import { useText } from "../../../../platform/intl/useText";
import { OptionalLabel } from "../../../../ui/fields/OptionalLabel";
import classes from "./BuilderSettings.module.css";
import { TranslationSettings } from "./TranslationSettings";
import { formTranslationRows } from "./translation-rows";

interface FormSettingsProps {
  definition: FormDefinition;
  choices: FormChoices;
  errors: Record<string, string>;
  onChange: (definition: FormDefinition) => void;
}

export function FormSettings({ definition, choices, errors, onChange }: FormSettingsProps) {
  const text = useText();
  const lengthError = useLengthError();
  const { title, description, audience } = definition;
  const optionsOf = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const offer = (change: Partial<typeof audience>) => onChange({ ...definition, audience: { ...audience, ...change } });
  return (
    <>
      <header className={classes.asideHead}>
        <h2>{text("forms.theForm")}</h2>
      </header>
      <div className={classes.asideBody}>
        <TextInput
          label={text("forms.titleOfForm")}
          value={title}
          error={lengthError(title, 120) ?? errors.title}
          onChange={(event) => onChange({ ...definition, title: event.currentTarget.value })}
        />
        <Textarea
          error={lengthError(description, 1000)}
          label={<OptionalLabel label={text("forms.description")} />}
          value={description}
          onChange={(event) => onChange({ ...definition, description: event.currentTarget.value })}
        />
        <fieldset className={classes.group}>
          <legend>{text("forms.whoMayUse")}</legend>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={text("forms.whoMayUse")}
            value={audience.everyone ? "everyone" : "some"}
            onChange={(value) => offer({ everyone: value === "everyone" })}
            data={[
              { value: "everyone", label: text("forms.everyone") },
              { value: "some", label: text("forms.onlySome") },
            ]}
          />
          {!audience.everyone && (
            <>
              <MultiSelect
                searchable
                label={text("forms.roles")}
                data={optionsOf(choices.roles)}
                value={audience.role_ids.map(String)}
                onChange={(ids) => offer({ role_ids: ids.map(Number) })}
              />
              <MultiSelect
                searchable
                label={text("forms.departments")}
                data={optionsOf(choices.departments)}
                value={audience.department_ids.map(String)}
                onChange={(ids) => offer({ department_ids: ids.map(Number) })}
              />
            </>
          )}
          {errors.audience && <p className={classes.error}>{errors.audience}</p>}
        </fieldset>
        <TranslationSettings
          lines={formTranslationRows(definition, (change) => onChange({ ...definition, ...change }))}
        />
      </div>
    </>
  );
}
