import type { FormRequestDetail } from "../../shared/forms/forms.contract";
import { isEmpty, shownFields } from "../../shared/forms/forms.conditions.rules";
import type { FormField } from "../../shared/forms/forms.definition";
import { type FormStatus as Status, grantedForms, undecidedForms } from "../../shared/forms/forms.workflow";
import { RequestFact, RequestView } from "../approvals/RequestView";
import { useFormat, useText } from "../platform/intl/useText";
import { AnswerList } from "./fields/AnswerList";
import { AnswerValue } from "./fields/AnswerValue";
import { FormStatus } from "./FormStatus";
import { useFormWords } from "./useFormWords";

/** Everything about one filled form that someone needs to decide it, or to know where it stands. */
export function FormView({ request }: { request: FormRequestDetail }) {
  const text = useText();
  const { titleOf, labelOf } = useFormWords();
  const { number } = useFormat();
  const facts = factsOf(request);
  return (
    <RequestView
      request={request}
      title={<bdi>{titleOf(request.definition)}</bdi>}
      status={<FormStatus status={request.status} />}
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
      end={useDone(request)}
    >
      <AnswerList {...request} without={facts} />
    </RequestView>
  );
}

/** Answers that say something in a line of their own. */
const short = new Set<FormField["kind"]>(["number", "money", "date", "date_range", "choice", "user", "department"]);
const mostFacts = 3;

/** What one looks at first: what the form's maker wants to be seen at once, else its first short answers. */
function factsOf({ definition, answers }: FormRequestDetail): readonly FormField[] {
  const shown = shownFields(definition, answers, {});
  const answered = definition.fields.filter(({ id }) => shown.has(id) && !isEmpty(answers[id]));
  const chosen = answered.filter(({ in_inbox, kind }) => in_inbox && (short.has(kind) || kind === "text"));
  return (chosen.length > 0 ? chosen : answered.filter(({ kind }) => short.has(kind))).slice(0, mostFacts);
}

/** Where its way ends. */
function useDone({ status }: FormRequestDetail) {
  const text = useText();
  const done = grantedForms.includes(status as Status);
  if (!done && !undecidedForms.includes(status as Status)) return null;
  return { title: text("forms.done"), done };
}
