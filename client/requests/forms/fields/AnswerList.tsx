import { shownFields } from "../../../../shared/requests/forms/forms.conditions.rules";
import type { FormRequestDetail } from "../../../../shared/requests/forms/forms.contract";
import { useText } from "../../../platform/intl/useText";
import classes from "./AnswerList.module.css";
import { AnswerValue } from "./AnswerValue";
import { FileLinks } from "./FileLinks";
import { useFormTexts } from "../useFormTexts";

interface FilledForm extends Pick<FormRequestDetail, "definition" | "answers" | "files" | "names"> {
  without?: readonly { id: string }[];
}

export function AnswerList({ definition, answers, files, names, without = [] }: FilledForm) {
  const text = useText();
  const { labelOf, helpOf } = useFormTexts();
  const counts: Record<string, number> = {};
  for (const { field } of files) counts[field] = (counts[field] ?? 0) + 1;
  const shownIds = shownFields(definition, answers, counts);
  const fields = definition.fields.filter(({ id }) => shownIds.has(id) && !without.some((one) => one.id === id));
  if (fields.length === 0) return null;
  return (
    <section className={classes.answers} aria-label={text("forms.answers")}>
      {fields.map((field) => {
        if (field.kind === "hint") return null;
        if (field.kind === "heading") {
          return (
            <h3 key={field.id}>
              <bdi>{labelOf(field)}</bdi>
            </h3>
          );
        }
        return (
          <dl key={field.id} data-wide={field.kind === "table" || field.kind === "long_text" || undefined}>
            <dt title={helpOf(field) || undefined}>
              <bdi>{labelOf(field)}</bdi>
            </dt>
            <dd>
              {field.kind === "file" && counts[field.id] ? (
                <FileLinks files={files.filter((file) => file.field === field.id)} />
              ) : (
                <AnswerValue field={field} answer={field.kind === "file" ? null : answers[field.id]} names={names} />
              )}
            </dd>
          </dl>
        );
      })}
    </section>
  );
}
