import type { FormRequestDetail } from "../../shared/forms/forms.contract";
import { RequestFact, RequestView } from "../approvals/RequestView";
import { useFormat, useText } from "../platform/intl/useText";
import { AnswerList } from "./AnswerList";
import { FormStatus } from "./FormStatus";
import { useFormWords } from "./useFormWords";

/** Everything about one filled form that someone needs to decide it, or to know where it stands. */
export function FormView({ request }: { request: FormRequestDetail }) {
  const text = useText();
  const { titleOf } = useFormWords();
  const { dateTime, number } = useFormat();
  return (
    <RequestView
      request={request}
      title={<bdi>{titleOf(request.definition)}</bdi>}
      status={<FormStatus status={request.status} />}
      facts={
        <>
          <RequestFact
            name={text("forms.fact.sent")}
            value={request.sent_at ? dateTime(request.sent_at) : text("forms.notSent")}
          />
          <RequestFact name={text("forms.fact.version")} value={number(request.form_version)} />
          <RequestFact name={text("forms.fact.files")} value={number(request.files.length)} />
        </>
      }
    >
      <AnswerList {...request} />
    </RequestView>
  );
}
