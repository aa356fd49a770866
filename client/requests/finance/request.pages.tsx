import { useParams } from "react-router-dom";
import { readFinance } from "../../../shared/requests/finance/finance.contract";
import { readFinanceSettings } from "../../../shared/requests/finance/finance-settings.contract";
import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import { RequestEditorPage, RequestPage, RequestScreen, useNewRequestKey } from "../../approvals/documents/RequestPage";
import { useFormat, useText } from "../../platform/intl/useText";
import { FinanceDecision } from "./FinanceView";
import { FinanceForm } from "./form/FinanceForm";
import { FinanceRequestActions } from "./FinanceRequestActions";

const page = {
  read: readFinance,
  failed: "finance.failed",
  titleOf: ({ number, title }: FinanceDetail) => number ?? title,
} as const;

export function FinanceRequestPage() {
  const { mode, id } = useParams();
  const newKey = useNewRequestKey();
  if (mode === "create") return <Editor key={newKey} id={null} />;
  return mode === "edit" ? <Editor key={id} id={Number(id)} /> : <Request key={id} id={Number(id)} />;
}

const Editor = ({ id }: { id: number | null }) => (
  <RequestEditorPage {...page} id={id} readChoices={readFinanceSettings} view={(request) => <Request id={request} />}>
    {(request, settings) => <FinanceForm request={request} settings={settings} />}
  </RequestEditorPage>
);

function Request({ id }: { id: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  return (
    <RequestPage {...page} id={id}>
      {(request) => (
        <RequestScreen
          title={<bdi>{request.number ?? text(`finance.type.${request.type}`)}</bdi>}
          sub={request.sent_at && text("finance.sentAt", { at: dateTime(request.sent_at) })}
          actions={<FinanceRequestActions request={request} />}
        >
          <FinanceDecision id={id} />
        </RequestScreen>
      )}
    </RequestPage>
  );
}
