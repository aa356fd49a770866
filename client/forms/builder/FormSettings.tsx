import { MultiSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import type { FormDefinition } from "../../../shared/forms/forms.definition";
import type { FormChoices } from "../../../shared/forms/form-templates.contract";
import { useText } from "../../platform/intl/useText";
import { Optional } from "../../ui/fields/Optional";
import classes from "./BuilderSettings.module.css";
import { TranslationSettings } from "./TranslationSettings";
import { linesOfForm } from "./translation-lines";

interface FormSettingsProps {
  definition: FormDefinition;
  choices: FormChoices;
  errors: Record<string, string>;
  onChange: (definition: FormDefinition) => void;
}

/** The form itself: its name, what it is for, and who may use it. */
export function FormSettings({ definition, choices, errors, onChange }: FormSettingsProps) {
  const text = useText();
  const { title, description, audience } = definition;
  const named = (list: readonly { id: number; name: string }[]) =>
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
          maxLength={120}
          value={title}
          error={errors.title}
          onChange={(event) => onChange({ ...definition, title: event.currentTarget.value })}
        />
        <Textarea
          autosize
          minRows={2}
          maxLength={1000}
          label={<Optional label={text("forms.description")} />}
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
                data={named(choices.roles)}
                value={audience.role_ids.map(String)}
                onChange={(ids) => offer({ role_ids: ids.map(Number) })}
              />
              <MultiSelect
                searchable
                label={text("forms.departments")}
                data={named(choices.departments)}
                value={audience.department_ids.map(String)}
                onChange={(ids) => offer({ department_ids: ids.map(Number) })}
              />
            </>
          )}
          {errors.audience && <p className={classes.error}>{errors.audience}</p>}
        </fieldset>
        <TranslationSettings lines={linesOfForm(definition, (change) => onChange({ ...definition, ...change }))} />
      </div>
    </>
  );
}
