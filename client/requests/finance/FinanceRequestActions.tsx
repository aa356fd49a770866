import { Button, Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconFileTypePdf,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { deleteFinance, duplicateFinance, readFinance } from "../../../shared/requests/finance/finance.contract";
import {
  archiveFinance,
  cancelFinance,
  payFinance,
  restoreFinance,
  sendFinance,
} from "../../../shared/requests/finance/finance-commands.contract";
import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import { useConfirmedAction } from "../../approvals/documents/useConfirmedAction";
import { call } from "../../platform/api";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { queryKeyOf, refetch, useAction } from "../../platform/query";
import { useCan } from "../../platform/session";
import { toast } from "../../ui/toast/toast";
import { discardTexts } from "../money/request-texts";
import { PayDialog } from "../money/PayDialog";
import { SettleDialog } from "./payment/SettleDialog";
import { downloadPdf } from "./finance.download";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

const cancelTexts = { label: "finance.cancel", title: "finance.cancel.title", why: "finance.cancel.why" } as const;

export function FinanceRequestActions({ request }: { request: FinanceDetail }) {
  const text = useText();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"pay" | "settle" | null>(null);
  const closeDialog = () => setDialog(null);
  const { id, version, can } = request;
  const command = { params: { id }, body: { version } };
  const refresh = () => void refetch(queryKeyOf(readFinance, { id }));
  const done = ({ message }: { message?: string }) => {
    toast.done(message ?? "");
    refresh();
  };
  const options = { onSuccess: done, onProblem: refresh };
  const send = useAction(sendFinance, options);
  const cancellation = useConfirmedAction(cancelFinance, command, { ...options, texts: cancelTexts });
  const archive = useAction(archiveFinance, options);
  const restore = useAction(restoreFinance, options);
  const deletion = useConfirmedAction(
    deleteFinance,
    { params: { id } },
    {
      texts: discardTexts,
      onSuccess: ({ message }) => {
        toast.done(message);
        void navigate(paths.invoices, { replace: true });
      },
    },
  );
  const duplicate = useAction(duplicateFinance, {
    onSuccess: ({ data }) => void navigate(paths.invoice("edit", data.id)),
  });
  const mayCreate = useCan()("payment-create");
  return (
    <>
      {can.edit && <Button onClick={() => void navigate(paths.invoice("edit", id))}>{text("finance.change")}</Button>}
      {can.settle && (
        <Button variant="filled" onClick={() => setDialog("settle")}>
          {text("finance.settle")}
        </Button>
      )}
      {can.pay && (
        <Button variant="filled" onClick={() => setDialog("pay")}>
          {text("finance.pay")}
        </Button>
      )}
      {can.send && (
        <Button variant="filled" loading={send.isPending} onClick={() => send.mutate(command)}>
          {text(request.sent_at ? "finance.resend" : "finance.send")}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button px={8} aria-label={text("finance.moreActions")}>
            <IconDots {...icon} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayCreate && (
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => duplicate.mutate({ params: { id } })}>
              {text("finance.duplicate")}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => void downloadPdf(request)}>
            {text("finance.pdf")}
          </Menu.Item>
          {can.archive && (
            <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => archive.mutate(command)}>
              {text("finance.archiveIt")}
            </Menu.Item>
          )}
          {can.restore && (
            <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => restore.mutate(command)}>
              {text("finance.restore")}
            </Menu.Item>
          )}
          {can.cancel && (
            <Menu.Item color="danger" leftSection={<IconX {...icon} />} onClick={cancellation.confirm}>
              {text("finance.cancel")}
            </Menu.Item>
          )}
          {can.delete && (
            <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={deletion.confirm}>
              {text("finance.discard")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {cancellation.dialog}
      {deletion.dialog}
      <PayDialog
        pay={(body) => call(payFinance, { params: { id }, body })}
        request={request}
        payee={request.supplier ?? request.requester.fullname}
        opened={dialog === "pay"}
        onClose={closeDialog}
        onDone={refresh}
      />
      <SettleDialog request={request} opened={dialog === "settle"} onClose={closeDialog} onDone={refresh} />
    </>
  );
}
