import { IconFileCheck, IconListDetails } from "@tabler/icons-react";
import type { AnswerNames, FormRequest } from "../../../shared/requests/forms/forms.contract";
import type { FormAnswers, FormField } from "../../../shared/requests/forms/forms.definition";
import { InboxFact, type InboxSummaryProps, InboxSubject } from "../../approvals/approvals/InboxSummary";
import { AnswerValue } from "./fields/AnswerValue";
import { useFormTexts } from "./useFormTexts";

interface FormFacts {
  form: FormRequest["form"];
  fields: FormField[];
  answers: FormAnswers;
  names: AnswerNames;
}

/** Adds a colon unless the label already ends with a punctuation mark, as in "Where to?". */
const withColon = (label: string) => (/[?؟？:：]$/.test(label) ? label : `${label}:`);

export function FormInboxSummary(props: InboxSummaryProps) {
  const { form, fields, answers, names } = props.facts as unknown as FormFacts;
  const { titleOf, labelOf } = useFormTexts();
  return (
    <>
      <InboxSubject sign={<IconFileCheck size={14} stroke={1.75} aria-hidden />}>
        <bdi>{titleOf(form)}</bdi>
      </InboxSubject>
      {fields.slice(0, 2).map((field) => (
        <InboxFact key={field.id} icon={IconListDetails}>
          {/* The row has the label's direction, so that the label precedes its answer in right-to-left languages. */}
          <span dir="auto">
            {withColon(labelOf(field))}{" "}
            <bdi>
              <AnswerValue field={field} answer={answers[field.id]} names={names} />
            </bdi>
          </span>
        </InboxFact>
      ))}
    </>
  );
}
