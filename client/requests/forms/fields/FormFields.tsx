import { shownFields } from "../../../../shared/requests/forms/forms.conditions.rules";
import type { FormChoices } from "../../../../shared/requests/forms/form-templates.contract";
import type { FormRequestDetail } from "../../../../shared/requests/forms/forms.contract";
import type { FormAnswers, FormDefinition } from "../../../../shared/requests/forms/forms.definition";
import { FieldInput } from "./FieldInput";
import classes from "./FormFields.module.css";

interface FormFieldsProps {
  definition: FormDefinition;
  answers: FormAnswers;
  onAnswer: (id: string, answer: unknown) => void;
  /** Error by path: `f1`, `f3.amount`, `f5.0.k1`. */
  errorAt: (path: string) => string | undefined;
  choices: FormChoices;
  files: FormRequestDetail["files"];
  onFiles?: (field: string, files: readonly File[]) => void;
  onRemoveFile?: (id: number) => void;
}

export const countFiles = (files: FormRequestDetail["files"]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { field } of files) counts[field] = (counts[field] ?? 0) + 1;
  return counts;
};

export function FormFields({ definition, answers, errorAt, files, onAnswer, onFiles, ...rest }: FormFieldsProps) {
  const visibleIds = shownFields(definition, answers, countFiles(files));
  return (
    <div className={classes.fields}>
      {definition.fields
        .filter(({ id }) => visibleIds.has(id))
        .map((field) => (
          <div key={field.id} data-half={field.half || undefined} data-field={field.id}>
            <FieldInput
              {...rest}
              field={field}
              answer={answers[field.id]}
              files={files}
              errorAt={(path) => errorAt(path ? `${field.id}.${path}` : field.id)}
              onAnswer={(answer) => onAnswer(field.id, answer)}
              onFiles={onFiles && ((chosen) => onFiles(field.id, chosen))}
            />
          </div>
        ))}
    </div>
  );
}
