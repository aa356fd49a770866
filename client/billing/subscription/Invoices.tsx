import { ActionIcon, Table, Tooltip } from "@mantine/core";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import type { InferType } from "yup";
import type { invoiceReply } from "../../../shared/billing/subscription/invoice-reply.contract";
import { listInvoices } from "../../../shared/billing/subscription/subscription.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { paidMonths } from "./paid-months";
import classes from "./subscription.module.css";
import flow from "../../ui/layout/flow.module.css";

type Invoice = InferType<typeof invoiceReply>;

export function Invoices({ sentTo }: { sentTo: string | null }) {
  const text = useText();
  const invoices = useEndpoint(listInvoices);
  return (
    <Panel
      title={text("subscription.invoices")}
      end={sentTo && <bdi>{text("subscription.invoicesTo", { address: sentTo })}</bdi>}
    >
      <QueryBoundary query={invoices}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.none}>{text("subscription.noInvoices")}</p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable for keyboard users
            <div className={classes.wide} tabIndex={0} role="region" aria-label={text("subscription.invoices")}>
              <InvoiceTable invoices={data} />
            </div>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  const text = useText();
  const { day, amount } = useFormat();
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text("subscription.invoice.number")}</Table.Th>
          <Table.Th>{text("subscription.invoice.date")}</Table.Th>
          <Table.Th>{text("subscription.invoice.for")}</Table.Th>
          <Table.Th className={classes.figure}>{text("subscription.invoice.due")}</Table.Th>
          <Table.Th className={classes.figure}>{text("subscription.invoice.paid")}</Table.Th>
          <Table.Th className={classes.figure}>{text("subscription.invoice.remaining")}</Table.Th>
          <Table.Th>{text("subscription.invoice.state")}</Table.Th>
          <Table.Th>
            <span className="sr-only">{text("subscription.invoice.view")}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invoices.map((invoice) => (
          <Table.Tr key={invoice.id}>
            <Table.Td>
              <bdi>{invoice.number ?? "–"}</bdi>
            </Table.Td>
            <Table.Td>{day(invoice.issued_at, "medium")}</Table.Td>
            <Table.Td>
              <PaysFor paid={invoice.pays_for} />
            </Table.Td>
            <Table.Td className={classes.figure}>{amount(invoice.amount_due, 2)}</Table.Td>
            <Table.Td className={classes.figure}>{amount(invoice.amount_paid, 2)}</Table.Td>
            <Table.Td className={classes.figure}>{amount(invoice.amount_remaining, 2)}</Table.Td>
            <Table.Td>
              <InvoiceState invoice={invoice} />
            </Table.Td>
            <Table.Td>
              <InvoiceLinks invoice={invoice} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PaysFor({ paid }: { paid: Invoice["pays_for"] }) {
  const text = useText();
  const { day } = useFormat();
  if (!paid) return "–";
  const { plan } = paid;
  const [from, to] = paidMonths(paid, day);
  return from === to
    ? text("subscription.invoice.forMonth", { plan, month: from })
    : text("subscription.invoice.forMonths", { plan, from, to });
}

function InvoiceState({ invoice: { state, amount_due_date: due } }: { invoice: Invoice }) {
  const text = useText();
  const { day } = useFormat();
  const words =
    due && state === "open"
      ? text("subscription.invoice.dueOn", { day: day(due, "medium") })
      : text(`subscription.invoice.${state}`);
  return (
    <span className={flow.line}>
      <StatusGlyph status={state === "paid" ? "done" : state === "open" ? "waiting" : "todo"} />
      {words}
    </span>
  );
}

function InvoiceLinks({ invoice }: { invoice: Invoice }) {
  const text = useText();
  const links = [
    { url: invoice.pdf_url, label: text("subscription.invoice.pdf"), Icon: IconDownload },
    { url: invoice.hosted_url, label: text("subscription.invoice.view"), Icon: IconExternalLink },
  ];
  return (
    <span className={flow.line}>
      {links.map(
        ({ url, label, Icon }) =>
          url && (
            <Tooltip key={label} label={label}>
              <ActionIcon component="a" href={url} target="_blank" rel="noopener noreferrer" aria-label={label}>
                <Icon size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ),
      )}
    </span>
  );
}
