import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import { type AccountingExport, listAccountingExports } from "../../../shared/requests/accounting/accounting.contract";
import { type ExportFileFormat, exportFileFormats } from "../../../shared/requests/accounting/accounting.schema";
import { download } from "../../platform/download";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { RecordPages } from "../../ui/records/RecordPages";
import { Money } from "../../ui/signs/Money";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./Accounting.module.css";

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
        {row.datev_problem && <small>{text(`accounting.datev.${row.datev_problem}`)}</small>}
      </span>
      <Money amount={row.total} currency={row.currency} />
      <span className={classes.buttons}>
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
      </span>
    </li>
  );
}
