import { IconFileCheck, IconListDetails } from "@tabler/icons-react";
import type { AnswerNames, FormRequest } from "../../shared/forms/forms.contract";
import type { Answers, FormField } from "../../shared/forms/forms.definition";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { AnswerValue } from "./fields/AnswerValue";
import { useFormWords } from "./useFormWords";

interface FormFacts {
  form: FormRequest["form"];
  /** Those that are answered and fit into a line. */
  fields: FormField[];
  answers: Answers;
  names: AnswerNames;
}

/** "Country:", but "Where to?" as it is. */
const withColon = (label: string) => (/[?؟？:：]$/.test(label) ? label : `${label}:`);

/** A filled form in the inbox: which, and what its maker wants to be seen at once. */
export function FormInboxLine(props: InboxLineProps) {
  const { form, fields, answers, names } = props.facts as unknown as FormFacts;
  const { titleOf, labelOf } = useFormWords();
  return (
    <>
      <InboxWhat sign={<IconFileCheck size={14} stroke={1.75} aria-hidden />}>
        <bdi>{titleOf(form)}</bdi>
      </InboxWhat>
      {fields.slice(0, 2).map((field) => (
        <InboxFact key={field.id} icon={IconListDetails}>
          {/* The label's direction is the line's: in a right-to-left list too it stands before its answer. */}
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
