import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { readFinance } from "../../../shared/requests/finance/finance.contract";
import { readFinanceSettings } from "../../../shared/requests/finance/finance-settings.contract";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import type { EditorState } from "./form/editor-state";
import { FinanceDecision } from "./FinanceView";
import { FinanceForm } from "./form/FinanceForm";
import classes from "./finance.module.css";
import { FinanceRequestActions } from "./FinanceRequestActions";

export function FinanceRequestPage() {
  const { mode, id } = useParams();
  const location = useLocation();
  const editor = (location.state as EditorState | null)?.editor ?? location.key;
  if (mode === "create" || (mode === "edit" && id !== undefined)) return <Editor key={editor} id={id} name={editor} />;
  return <OneRequest key={id} id={Number(id)} />;
}

function Editor({ id, name }: { id: string | undefined; name: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [first] = useState(id === undefined ? null : Number(id));
  const settings = useEndpoint(readFinanceSettings);
  const query = useEndpoint(
    readFinance,
    { params: { id: first ?? 0 } },
    { enabled: first !== null, staleTime: 0, gcTime: 0, refetchOnMount: "always" },
  );
  useScreenTitle(query.data?.data.number ?? query.data?.data.title);
  const kept = (now: number) =>
    void navigate(paths.invoice("edit", now), { replace: true, state: { editor: name } satisfies EditorState });
  const loading = <SkeletonRows rows={6} height={48} />;
  return (
    <QueryBoundary query={settings} loading={loading} failed={text("finance.failed")}>
      {({ data: rules }) =>
        first === null ? (
          <FinanceForm request={null} settings={rules} onKept={kept} />
        ) : (
          <QueryBoundary query={query} loading={loading} failed={text("finance.failed")}>
            {({ data: request }) =>
              request.can.edit ? (
                <FinanceForm key={request.id} request={request} settings={rules} onKept={kept} />
              ) : (
                <OneRequest id={request.id} />
              )
            }
          </QueryBoundary>
        )
      }
    </QueryBoundary>
  );
}

function OneRequest({ id }: { id: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  const query = useEndpoint(readFinance, { params: { id } });
  useScreenTitle(query.data?.data.number ?? query.data?.data.title);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("finance.failed")}>
      {({ data: request }) => (
        <div className={classes.one}>
          <PageHead
            title={<bdi>{request.number ?? text(`finance.type.${request.type}`)}</bdi>}
            sub={request.sent_at && text("finance.sentAt", { at: dateTime(request.sent_at) })}
          >
            <FinanceRequestActions request={request} />
          </PageHead>
          <FinanceDecision id={id} />
        </div>
      )}
    </QueryBoundary>
  );
}
