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
import { call } from "../../platform/api";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { queryKeyOf, refetch, useAction } from "../../platform/query";
import { useCan } from "../../platform/session";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { toast } from "../../ui/toast/toast";
import { PayDialog } from "../money/PayDialog";
import { SettleDialog } from "./payment/SettleDialog";
import { downloadPdf } from "./finance.download";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

type Asked = "cancel" | "delete" | "pay" | "settle" | null;

export function FinanceRequestActions({ request }: { request: FinanceDetail }) {
  const text = useText();
  const navigate = useNavigate();
  const [asked, ask] = useState<Asked>(null);
  const { id, version, can } = request;
  const command = { params: { id }, body: { version } };
  const refresh = () => void refetch(queryKeyOf(readFinance, { id }));
  const done = ({ message }: { message?: string }) => {
    toast.done(message ?? "");
    ask(null);
    refresh();
  };
  const options = { onSuccess: done, onProblem: () => refresh() };
  const send = useAction(sendFinance, options);
  const cancel = useAction(cancelFinance, options);
  const archive = useAction(archiveFinance, options);
  const restore = useAction(restoreFinance, options);
  const remove = useAction(deleteFinance, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void navigate(paths.invoices, { replace: true });
    },
  });
  const duplicate = useAction(duplicateFinance, {
    onSuccess: ({ data }) => void navigate(paths.invoice("edit", data.id)),
  });
  const mayCreate = useCan()("payment-create");
  return (
    <>
      {can.edit && <Button onClick={() => void navigate(paths.invoice("edit", id))}>{text("finance.change")}</Button>}
      {can.settle && (
        <Button variant="filled" onClick={() => ask("settle")}>
          {text("finance.settle")}
        </Button>
      )}
      {can.pay && (
        <Button variant="filled" onClick={() => ask("pay")}>
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
            <Menu.Item color="danger" leftSection={<IconX {...icon} />} onClick={() => ask("cancel")}>
              {text("finance.cancel")}
            </Menu.Item>
          )}
          {can.delete && (
            <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={() => ask("delete")}>
              {text("finance.discard")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asked === "cancel" || asked === "delete"}
        title={text(asked === "delete" ? "finance.discard.title" : "finance.cancel.title")}
        confirmLabel={text(asked === "delete" ? "finance.discard" : "finance.cancel")}
        pending={cancel.isPending || remove.isPending}
        onConfirm={() => (asked === "delete" ? remove.mutate({ params: { id } }) : cancel.mutate(command))}
        onClose={() => ask(null)}
      >
        {text(asked === "delete" ? "finance.discard.why" : "finance.cancel.why")}
      </ConfirmDialog>
      <PayDialog
        pay={(body) => call(payFinance, { params: { id }, body })}
        request={request}
        payee={request.supplier ?? request.requester.fullname}
        opened={asked === "pay"}
        onClose={() => ask(null)}
        onDone={refresh}
      />
      <SettleDialog request={request} opened={asked === "settle"} onClose={() => ask(null)} onDone={refresh} />
    </>
  );
}
