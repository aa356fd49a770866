import { formCalls } from "../../../shared/requests/forms/forms.calls";
import type { FormRequestDetail } from "../../../shared/requests/forms/forms.contract";
import { isAnswerEmpty, shownFields } from "../../../shared/requests/forms/forms.conditions.rules";
import type { FormField } from "../../../shared/requests/forms/forms.definition";
import {
  type FormStatus as Status,
  grantedFormStatuses,
  undecidedFormStatuses,
} from "../../../shared/requests/forms/forms.workflow";
import { requestDecisionOf } from "../../approvals/approvals/RequestFrame";
import { RequestFact, RequestView } from "../../approvals/approvals/RequestView";
import { useFormat, useText } from "../../platform/intl/useText";
import { AnswerList } from "./fields/AnswerList";
import { AnswerValue } from "./fields/AnswerValue";
import { FormStatus } from "./FormStatus";
import { useFormTexts } from "./useFormTexts";

function FormView({ request }: { request: FormRequestDetail }) {
  const text = useText();
  const { titleOf, labelOf } = useFormTexts();
  const { number } = useFormat();
  const facts = factsOf(request);
  return (
    <RequestView
      request={request}
      title={<bdi>{titleOf(request.definition)}</bdi>}
      status={<FormStatus status={request.status} next={request.next_status} />}
      facts={
        <>
          {facts.map((field) => (
            <RequestFact
              key={field.id}
              name={labelOf(field)}
              value={<AnswerValue field={field} answer={request.answers[field.id]} names={request.names} />}
            />
          ))}
          {request.files.length > 0 && (
            <RequestFact name={text("forms.fact.files")} value={number(request.files.length)} />
          )}
        </>
      }
      end={useDoneText(request)}
    >
      <AnswerList {...request} without={facts} />
    </RequestView>
  );
}

const short = new Set<FormField["kind"]>(["number", "money", "date", "date_range", "choice", "user", "department"]);
const maxFacts = 3;

/** Key facts of a request: the fields that the form's author chose for the inbox, otherwise the first short answers. */
function factsOf({ definition, answers }: FormRequestDetail): readonly FormField[] {
  const shownIds = shownFields(definition, answers, {});
  const answered = definition.fields.filter(({ id }) => shownIds.has(id) && !isAnswerEmpty(answers[id]));
  const chosen = answered.filter(({ in_inbox, kind }) => in_inbox && (short.has(kind) || kind === "text"));
  return (chosen.length > 0 ? chosen : answered.filter(({ kind }) => short.has(kind))).slice(0, maxFacts);
}

function useDoneText({ status }: FormRequestDetail) {
  const text = useText();
  const done = grantedFormStatuses.includes(status as Status);
  if (!done && !undecidedFormStatuses.includes(status as Status)) return null;
  return { title: text("forms.done"), done };
}

export const FormDecision = requestDecisionOf(formCalls, FormView);
