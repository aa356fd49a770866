import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { listPaymentBatches, type PaymentBatch } from "../../../shared/requests/payments/payment-batches.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { Money } from "../../ui/signs/Money";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { Table } from "../../ui/Table";
import { useAddress } from "../../platform/address/useAddress";
import { BatchStatus } from "./BatchStatus";
import { NewBatchDialog } from "./NewBatchDialog";
import classes from "./Payments.module.css";

export function PaymentBatchesPage() {
  const text = useText();
  const { number } = useFormat();
  const [search, setSearch] = useAddress();
  const page = Number(search.get("page")) || 1;
  const query = useEndpoint(listPaymentBatches, { query: { page } });
  const [opened, setOpened] = useState(false);
  const add = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      {text("batch.new")}
    </Button>
  );
  return (
    <>
      <PageHead title={text("title.paymentBatches")} sub={query.data && number(query.data.meta.total)}>
        <Button component={Link} to={paths.invoices}>
          {text("title.finance")}
        </Button>
        <Button component={Link} to={paths.accountingExport}>
          {text("title.accountingExport")}
        </Button>
        {add}
      </PageHead>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("batch.failed")}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState title={text("batch.none")} text={text("batch.none.why")} action={add} />
            ) : (
              <>
                <section className={classes.panel} aria-label={text("title.paymentBatches")}>
                  <Batches rows={data} />
                </section>
                {meta.last_page > page && (
                  <Button className={classes.more} onClick={() => setSearch({ page: String(page + 1) })}>
                    {text("batch.older")}
                  </Button>
                )}
              </>
            )
          }
        </QueryBoundary>
      </div>
      <NewBatchDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function Batches({ rows }: { rows: readonly PaymentBatch[] }) {
  const text = useText();
  const { day, number } = useFormat();
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          <th>{text("batch.number")}</th>
          <th>{text("batch.status")}</th>
          <th>{text("batch.account")}</th>
          <th>{text("batch.executionOn")}</th>
          <th className={classes.end}>{text("batch.payments")}</th>
          <th className={classes.end}>{text("batch.total")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={classes.title}>
              <Link to={paths.paymentBatch(row.id)} dir="ltr">
                {row.code}
              </Link>
            </td>
            <td className={classes.state}>
              <BatchStatus status={row.status} />
            </td>
            <td className={classes.account}>
              <bdi>{row.account.name}</bdi>
            </td>
            <td className={classes.day}>{day(row.execution_on, "medium")}</td>
            <td className={`${classes.end} ${classes.count}`}>{number(row.items)}</td>
            <td className={`${classes.end} ${classes.amount}`}>
              <Money amount={row.total} currency={row.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
