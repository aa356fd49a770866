import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import {
  type AccountingExport,
  confirmAccountingImport,
  listAccountingExports,
  previewAccountingExport,
  takeBackAccountingExport,
} from "../../../shared/requests/accounting/accounting.contract";
import { type ExportFileFormat, exportFileFormats } from "../../../shared/requests/accounting/accounting.schema";
import { download } from "../../platform/download";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { toast } from "../../ui/toast/toast";
import { Panel } from "../../ui/Panel";
import { RecordPages } from "../../ui/records/RecordPages";
import { Money } from "../../ui/signs/Money";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./Accounting.module.css";
import flow from "../../ui/layout/flow.module.css";

export function EarlierExports() {
  const text = useText();
  const { number } = useFormat();
  const [page, setPage] = useState(1);
  const query = useEndpoint(listAccountingExports, { query: { page } });
  return (
    <Panel title={text("accounting.earlier")} count={query.data && number(query.data.meta.total)} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={3} />} failed={text("accounting.failed")}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className={classes.note}>{text("accounting.none")}</p>
          ) : (
            <>
              <ul className={classes.rows} aria-label={text("accounting.earlier")}>
                {data.map((row) => (
                  <Export key={row.id} row={row} />
                ))}
              </ul>
              <RecordPages meta={meta} onTurn={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function Export({ row }: { row: AccountingExport }) {
  const text = useText();
  const { day, dateTime, number } = useFormat();
  const [busy, setBusy] = useState<ExportFileFormat | null>(null);
  const save = async (format: ExportFileFormat) => {
    setBusy(format);
    await download(listAccountingExports, `/accounting/export/${row.id}/file?format=${format}`);
    setBusy(null);
  };
  return (
    <li>
      <span className={classes.what}>
        <span>
          {text("accounting.numberOf", {
            number: number(row.number),
            month: day(periodOfMonth(row.month).from, "monthYear"),
          })}
        </span>
        <small>
          {text(`accounting.basis.${row.basis}`)} · {text("accounting.countOf", { count: row.postings })}
        </small>
        <small>
          {row.created_by && (
            <>
              <bdi>{row.created_by.fullname}</bdi> ·{" "}
            </>
          )}
          {dateTime(row.created_at)}
        </small>
        {row.imported_at && (
          <ExportEnd name="accounting.importedBy" by={row.imported_by?.fullname} at={row.imported_at} />
        )}
        {row.taken_back_at && (
          <ExportEnd name="accounting.takenBackBy" by={row.taken_back_by?.fullname} at={row.taken_back_at} />
        )}
        {row.datev_problem && <small>{text(`accounting.datev.${row.datev_problem}`)}</small>}
      </span>
      <Money amount={row.total} currency={row.currency} />
      {row.taken_back_at === null && (
        <span className={flow.wrap}>
          {exportFileFormats
            .filter((format) => format !== "datev" || row.datev_problem === null)
            .map((format) => (
              <Button
                key={format}
                size="xs"
                leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
                aria-label={text("accounting.download", {
                  number: number(row.number),
                  format: text(`accounting.format.${format}`),
                })}
                loading={busy === format}
                onClick={() => void save(format)}
              >
                {text(`accounting.format.${format}`)}
              </Button>
            ))}
          {row.imported_at === null && <OpenExport row={row} />}
        </span>
      )}
    </li>
  );
}

interface ExportEndProps {
  name: "accounting.importedBy" | "accounting.takenBackBy";
  by: string | undefined;
  at: string;
}

function ExportEnd({ name, by, at }: ExportEndProps) {
  const text = useText();
  const { dateTime } = useFormat();
  return (
    <small>
      <Message id={name} values={{ at: dateTime(at), name: <bdi>{by ?? text("accounting.formerUser")}</bdi> }} />
    </small>
  );
}

/** An export can be withdrawn until its import is confirmed. */
function OpenExport({ row }: { row: AccountingExport }) {
  const text = useText();
  const { number } = useFormat();
  const [openDialog, setAsked] = useState<"import" | "takeBack" | null>(null);
  const done = {
    onSuccess: ({ message }: { message?: string | undefined }) => {
      setAsked(null);
      toast.done(message ?? "");
      void refetch(listAccountingExports, previewAccountingExport);
    },
  };
  const confirm = useAction(confirmAccountingImport, done);
  const takeBack = useAction(takeBackAccountingExport, done);
  const params = { id: row.id };
  const values = { number: number(row.number) };
  return (
    <>
      <Button size="xs" aria-label={text("accounting.confirmImportOf", values)} onClick={() => setAsked("import")}>
        {text("accounting.confirmImport")}
      </Button>
      <Button size="xs" aria-label={text("accounting.takeBackOf", values)} onClick={() => setAsked("takeBack")}>
        {text("accounting.takeBack")}
      </Button>
      <ConfirmDialog
        opened={openDialog === "import"}
        tone="accent"
        title={text("accounting.confirmImportOf", values)}
        confirmLabel={text("accounting.confirmImport")}
        pending={confirm.isPending}
        onConfirm={() => confirm.mutate({ params })}
        onClose={() => setAsked(null)}
      >
        {text("accounting.confirmImport.why")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={openDialog === "takeBack"}
        title={text("accounting.takeBackOf", values)}
        confirmLabel={text("accounting.takeBack")}
        pending={takeBack.isPending}
        onConfirm={() => takeBack.mutate({ params })}
        onClose={() => setAsked(null)}
      >
        {text("accounting.takeBack.why")}
      </ConfirmDialog>
    </>
  );
}
