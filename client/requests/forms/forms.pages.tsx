import { Button } from "@mantine/core";
import { Suspense } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router-dom";
import {
  cancelFormRequest,
  deleteFormRequest,
  type FormRequestDetail,
  readFormRequest,
} from "../../../shared/requests/forms/forms.contract";
import { listForms, readForm } from "../../../shared/requests/forms/form-templates.contract";
import { RequestPage, RequestScreen } from "../../approvals/documents/RequestPage";
import { useConfirmedAction } from "../../approvals/documents/useConfirmedAction";
import { lazyScreenPart } from "../../ui/states/chunks";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { FormDecision } from "./FormView";
import { FormFill } from "./FormFill";
import classes from "./forms.module.css";
import { IconFileText } from "@tabler/icons-react";
import { EmptyState } from "../../ui/states/EmptyState";
import { FormIllustration } from "./FormIllustration";
import { useFormTexts } from "./useFormTexts";

const BuilderPage = lazyScreenPart(async () => (await import("./builder/builder.pages")).BuilderPage);

const cancelTexts = { label: "forms.takeBack", title: "forms.takeBack.title", why: "forms.takeBack.why" } as const;

/** Handles `/forms/build/3` (form id), `/forms/create`, `/forms/create/3` (form id), `/forms/view/7` and `/forms/edit/7` (request id). */
export function FormPage() {
  const { mode, id } = useParams();
  if (mode === "create") return id ? <NewRequest key={id} formId={Number(id)} /> : <FormGallery />;
  if (mode === "build" && id) {
    return (
      <Suspense fallback={<SkeletonRows rows={8} height={48} />}>
        <BuilderPage id={Number(id)} />
      </Suspense>
    );
  }
  if (mode === "view" || mode === "edit") return <OneRequest key={id} id={Number(id)} editing={mode === "edit"} />;
  return <Navigate to={paths.notFound} replace />;
}

function NewRequest({ formId }: { formId: number }) {
  const text = useText();
  const query = useEndpoint(readForm, { params: { id: formId } });
  useScreenTitle(query.data?.data.title);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("forms.failed")}>
      {({ data: { id, definition, published } }) =>
        definition && published !== null ? (
          <FormFill form={{ id, definition, version: published }} request={null} />
        ) : (
          <Navigate to={paths.notFound} replace />
        )
      }
    </QueryBoundary>
  );
}

const OneRequest = ({ id, editing }: { id: number; editing: boolean }) => (
  <RequestPage id={id} read={readFormRequest} failed="forms.failed" titleOf={({ form }) => form.title}>
    {(request) =>
      request.can.edit && (editing || request.status === "draft") ? (
        <Changing request={request} />
      ) : (
        <Reading request={request} />
      )
    }
  </RequestPage>
);

/** A draft uses the form's current version; a returned request keeps the version it was submitted with. */
function Changing({ request }: { request: FormRequestDetail }) {
  const isDraft = request.status === "draft";
  const form = useEndpoint(readForm, { params: { id: request.form.id } }, { enabled: isDraft, retry: false });
  if (isDraft && form.isPending) return <SkeletonRows rows={6} height={48} />;
  const now = isDraft && form.data?.data.definition ? form.data.data : null;
  const definition = now?.definition ?? request.definition;
  const version = now?.published ?? request.form_version;
  return <FormFill key={request.id} form={{ id: request.form.id, definition, version }} request={request} />;
}

function Reading({ request }: { request: FormRequestDetail }) {
  const text = useText();
  const { timeOf } = useFormat();
  const navigate = useNavigate();
  const { id, version, can } = request;
  const cancellation = useConfirmedAction(
    cancelFormRequest,
    { params: { id }, body: { version } },
    { texts: cancelTexts },
  );
  const remove = useAction(deleteFormRequest, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void navigate(paths.forms, { replace: true });
    },
  });
  return (
    <RequestScreen
      title={text("title.forms")}
      sub={request.sent_at && text("leave.sentAt", { at: timeOf(request.sent_at) })}
      actions={
        <>
          {can.delete && <Button onClick={() => remove.mutate({ params: { id } })}>{text("forms.throwAway")}</Button>}
          {can.cancel && <Button onClick={cancellation.confirm}>{text("forms.takeBack")}</Button>}
          {can.edit && (
            <Button variant="filled" onClick={() => navigate(paths.form("edit", id))}>
              {text("forms.change")}
            </Button>
          )}
        </>
      }
    >
      <FormDecision id={id} />
      {cancellation.dialog}
    </RequestScreen>
  );
}

function FormGallery() {
  const text = useText();
  const { titleOf, descriptionOf } = useFormTexts();
  const query = useEndpoint(listForms);
  return (
    <>
      <PageHead title={text("forms.choose")} />
      <div className={classes.page} data-above-toasts>
        <QueryBoundary query={query} loading={<SkeletonRows rows={4} height={72} />} failed={text("forms.failed")}>
          {({ data }) => {
            const offered = data.filter(({ can }) => can.use);
            if (offered.length === 0) {
              return (
                <EmptyState
                  drawing={<FormIllustration />}
                  title={text("forms.noneOffered")}
                  text={text("forms.noneOffered.why")}
                />
              );
            }
            return (
              <ul className={classes.cards}>
                {offered.map((form) => (
                  <li key={form.id}>
                    <Link to={paths.form("create", form.id)}>
                      <IconFileText size={20} stroke={1.5} aria-hidden />
                      <bdi>{titleOf(form)}</bdi>
                      {form.description && <small>{descriptionOf(form)}</small>}
                    </Link>
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryBoundary>
      </div>
    </>
  );
}
