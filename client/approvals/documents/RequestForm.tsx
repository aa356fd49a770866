import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { DraftConflictNotice } from "../../ui/form/DraftConflictNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { DraftStatus } from "../../ui/form/DraftStatus";
import { Form } from "../../ui/form/Form";
import head from "../../ui/form/HeadActions.module.css";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { PageHead } from "../../ui/PageHead";
import { BackToRequest, ReturnReason } from "../approvals/ReturnReason";
import classes from "./RequestForm.module.css";
import { type ConfirmTexts, useConfirmedAction } from "./useConfirmedAction";
import type { RequestDocument } from "./useRequestForm";

interface RequestFormProps {
  document: RequestDocument;
  title: ReactNode;
  toolbar?: ReactNode;
  /** Panels next to the fields. Without them, the buttons are below the fields. */
  aside?: ReactNode;
  /** Class names of the columns, if they differ from those of other families. */
  layout?: { columns?: string | undefined; main?: string | undefined; aside?: string | undefined };
  /** Set if the form can discard the request. */
  discard?: { endpoint: Endpoint; texts: ConfirmTexts } | undefined;
  /** Label of the draft button; none if omitted. */
  saveLabel?: MessageId | undefined;
  sendLabel: MessageId;
  /** False if Enter has another meaning in the form. */
  sendsOnEnter?: boolean;
  canSend?: boolean;
  /** Whether to ask before the form is left, by default after saving has failed. */
  isGuarded?: boolean;
  children: ReactNode;
}

/** Form of a request of any family: title with the state of the draft, notices, fields and buttons. */
export function RequestForm(props: RequestFormProps) {
  const { document, aside, layout = classes, discard, children } = props;
  const { record, draft, restored } = document;
  const canDiscard = discard !== undefined && !record?.sent_at;
  const hasNotice = restored !== null && (draft.conflict !== null || !canDiscard);
  // The notice below the title says the same.
  const isRepeated = hasNotice && (draft.state.is === "unwritten" || draft.state.is === "saved");
  const fields = (
    <>
      {record && <ReturnReason request={record} />}
      {hasNotice && <StoredDraftNotice at={restored.at} onDiscard={document.dropRestored} />}
      <DraftConflictNotice conflict={draft.conflict} onSaveMine={(conflict) => void document.saveMine(conflict)} />
      {children}
    </>
  );
  const buttons = <RequestFormButtons {...props} discard={canDiscard ? discard : undefined} />;
  return (
    <Form form={document.form} className={aside === undefined ? classes.sheet : `${head.form} ${classes.form}`}>
      <DraftGuard dirty={props.isGuarded ?? (document.isUnsaved && draft.state.is === "unsaved")} />
      <PageHead
        title={props.title}
        status={!isRepeated && <DraftStatus state={draft.state} restoredAt={restored?.at} />}
      />
      {props.toolbar}
      <div className={layout.columns}>
        {aside === undefined ? (
          <>
            {fields}
            <div className={classes.buttons}>{buttons}</div>
          </>
        ) : (
          <>
            <div className={layout.main}>{fields}</div>
            <aside className={layout.aside}>{aside}</aside>
          </>
        )}
      </div>
      {aside !== undefined && <div className={head.actions}>{buttons}</div>}
    </Form>
  );
}

function RequestFormButtons({
  document,
  discard,
  saveLabel,
  sendLabel,
  sendsOnEnter = true,
  ...props
}: RequestFormProps) {
  const text = useText();
  const { record, family } = document;
  return (
    <>
      {discard && <DiscardButton document={document} {...discard} />}
      {record?.sent_at && <BackToRequest family={family} id={record.id} />}
      <div className={props.aside === undefined ? classes.buttons : classes.actions}>
        {saveLabel && (
          <Button loading={document.isSavingDraft} onClick={() => document.submit(true)}>
            {text(saveLabel)}
          </Button>
        )}
        <Button
          {...(sendsOnEnter ? { type: "submit" } : { "data-sends": true, onClick: () => document.submit(false) })}
          variant="filled"
          loading={document.isSending}
          disabled={props.canSend === false}
          leftSection={<IconSend size={16} stroke={1.75} className="flip" aria-hidden />}
        >
          {text(sendLabel)}
        </Button>
      </div>
    </>
  );
}

type DiscardButtonProps = NonNullable<RequestFormProps["discard"]> & Pick<RequestFormProps, "document">;

function DiscardButton({ document, endpoint, texts }: DiscardButtonProps) {
  const text = useText();
  const { id } = document.draft.record ?? {};
  const discard = useConfirmedAction(endpoint, { params: { id } }, { texts, onSuccess: document.close });
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => (id === undefined ? document.close() : discard.confirm())}>
        {text(texts.label)}
      </Button>
      {discard.dialog}
    </>
  );
}
