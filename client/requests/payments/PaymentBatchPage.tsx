import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { formatIban } from "../../../shared/kernel/bank-account";
import {
  type PaymentBatchDetail,
  readPaymentBatch,
  submitPaymentBatch,
} from "../../../shared/requests/payments/payment-batches.contract";
import { download } from "../../platform/download";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useAction, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { ApproveDialog, CancelDialog, EditBatchDialog, ReopenDialog } from "./BatchDialogs";
import { BatchPayments } from "./BatchPayments";
import { BatchStatus } from "./BatchStatus";
import { showBatchChange } from "./batch-change";
import classes from "./Payments.module.css";

export function PaymentBatchPage() {
  const text = useText();
  const id = Number(useParams()["id"]);
  const query = useEndpoint(readPaymentBatch, { params: { id } });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("batch.failed")}>
      {({ data }) => <Batch batch={data} />}
    </QueryBoundary>
  );
}

function Batch({ batch }: { batch: PaymentBatchDetail }) {
  const text = useText();
  const [openedDialog, setOpenedDialog] = useState<"approve" | "cancel" | "edit" | "reopen" | null>(null);
  const submit = useAction(submitPaymentBatch, { onSuccess: showBatchChange });
  const { id, version, can } = batch;
  const hasProblem = batch.payments.some(({ problem }) => problem !== null);
  const close = () => setOpenedDialog(null);
  return (
    <>
      <PageHead title={<bdi>{batch.code}</bdi>} status={<BatchStatus status={batch.status} />}>
        <Button component={Link} to={paths.paymentBatches}>
          {text("title.paymentBatches")}
        </Button>
        {can.cancel && <Button onClick={() => setOpenedDialog("cancel")}>{text("batch.cancel")}</Button>}
        {can.reopen && <Button onClick={() => setOpenedDialog("reopen")}>{text("batch.reopen")}</Button>}
        {can.submit && (
          <Button
            variant="filled"
            disabled={hasProblem}
            loading={submit.isPending}
            onClick={() => submit.mutate({ params: { id }, body: { version } })}
          >
            {text("batch.submit")}
          </Button>
        )}
        {can.approve && (
          <Button variant="filled" disabled={hasProblem} onClick={() => setOpenedDialog("approve")}>
            {text("batch.approve")}
          </Button>
        )}
        {can.download && <Download batch={batch} />}
      </PageHead>
      <div className={classes.page}>
        <Facts batch={batch} onEdit={() => setOpenedDialog("edit")} />
        <BatchPayments batch={batch} />
      </div>
      <EditBatchDialog batch={batch} opened={openedDialog === "edit"} onClose={close} />
      <ReopenDialog batch={batch} opened={openedDialog === "reopen"} onClose={close} />
      <ApproveDialog batch={batch} opened={openedDialog === "approve"} onClose={close} />
      <CancelDialog batch={batch} opened={openedDialog === "cancel"} onClose={close} />
    </>
  );
}

function Download({ batch: { id } }: { batch: PaymentBatchDetail }) {
  const text = useText();
  const save = () => void download(readPaymentBatch, `/payment/batch/${id}/file`);
  return (
    <Button variant="filled" leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={save}>
      {text("batch.download")}
    </Button>
  );
}

function Facts({ batch, onEdit }: { batch: PaymentBatchDetail; onEdit: () => void }) {
  const text = useText();
  const { day, dateTime } = useFormat();
  const me = useCurrentUser();
  const today = useOrganizationToday();
  const isOpen = batch.status === "draft" || batch.status === "submitted";
  const isDayOver = isOpen && batch.execution_on < today;
  const ownBatch = batch.created_by.id === me.id || batch.submitted_by?.id === me.id;
  const by = (person: { fullname: string } | null, at: string | null) =>
    person &&
    at && (
      <>
        <bdi>{person.fullname}</bdi>
        <br />
        <span className={classes.note}>{dateTime(at)}</span>
      </>
    );
  const facts = [
    ["batch.total", <Money key="total" amount={batch.total} currency={batch.currency} />],
    ["batch.executionOn", day(batch.execution_on, "medium")],
    ["batch.account", <bdi key="account">{`${batch.account.name} · ${formatIban(batch.account.iban)}`}</bdi>],
    ["batch.format", text(`batch.format.${batch.format}`)],
    ["batch.createdBy", by(batch.created_by, batch.created_at)],
    ["batch.submittedBy", by(batch.submitted_by, batch.submitted_at)],
    ["batch.approvedBy", by(batch.approved_by, batch.approved_at)],
  ] as const;
  return (
    <Panel
      padded
      title={text("batch.details")}
      end={
        batch.can.edit && (
          <Button size="xs" onClick={onEdit}>
            {text("batch.edit")}
          </Button>
        )
      }
    >
      {isDayOver && (
        <p className={classes.warning}>{text(batch.can.edit ? "batch.dayOver" : "batch.dayOver.submitted")}</p>
      )}
      {batch.status === "draft" && batch.reopen_reason && (
        <p className={classes.warning}>{text("batch.reopened", { reason: batch.reopen_reason })}</p>
      )}
      {batch.status === "approved" && batch.can.reopen && (
        <p className={classes.warning}>{text("batch.accountsChanged")}</p>
      )}
      {batch.status === "submitted" && ownBatch && <p className={classes.warning}>{text("batch.waitsForOther")}</p>}
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{text(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {batch.file_hash && (
          <div className={classes.wide}>
            <dt>{text("batch.hash")}</dt>
            <dd className={classes.hash} dir="ltr">
              {batch.file_hash}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
