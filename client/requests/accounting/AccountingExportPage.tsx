import { Button, Checkbox, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import {
  type AccountingPreview,
  createAccountingExport,
  listAccountingExports,
  type PreviewRequest,
  previewAccountingExport,
} from "../../../shared/requests/accounting/accounting.contract";
import { subtractMonths } from "../../../shared/requests/accounting/accounting.rules";
import { defaultBasis, type ExportBasis, exportBases } from "../../../shared/requests/accounting/accounting.schema";
import { useAddress } from "../../platform/address/useAddress";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { CodingDialog } from "./CodingDialogs";
import { InvoiceFields } from "./InvoiceFields";
import { EarlierExports } from "./EarlierExports";
import classes from "./Accounting.module.css";
import flow from "../../ui/layout/flow.module.css";

const offeredMonths = 24;

interface Choice {
  month: string;
  basis: ExportBasis;
  include_exported: boolean;
}

/** The choice in the URL; by default the invoices of the last complete month. */
function useChoice(): [Choice, (next: Partial<Choice>) => void] {
  const [search, setSearch] = useAddress();
  const today = useOrganizationToday();
  const month = search.get("month") ?? "";
  const choice: Choice = {
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : subtractMonths(today.slice(0, 7), 1),
    basis: exportBases.find((basis) => basis === search.get("basis")) ?? defaultBasis,
    include_exported: search.get("include_exported") === "true",
  };
  const change = (next: Partial<Choice>) =>
    setSearch(
      (now) => {
        for (const [name, value] of Object.entries(next)) now.set(name, String(value));
        return now;
      },
      { replace: true },
    );
  return [choice, change];
}

export function AccountingExportPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.accountingExport")}>
        <Button component={Link} to={paths.paymentBatches}>
          {text("title.paymentBatches")}
        </Button>
      </PageHead>
      <div className={classes.page}>
        <NewExport />
        <EarlierExports />
      </div>
    </>
  );
}

function NewExport() {
  const text = useText();
  const { day } = useFormat();
  const today = useOrganizationToday();
  const [choice, change] = useChoice();
  const query = useEndpoint(previewAccountingExport, { query: choice }, { staleTime: 0 });
  const recent = Array.from({ length: offeredMonths }, (_, at) => subtractMonths(today.slice(0, 7), at));
  const months = recent.includes(choice.month) ? recent : [...recent, choice.month];
  return (
    <Panel title={text("accounting.new")} padded>
      <div className={flow.stackWide}>
        <div className={classes.fields}>
          <Select
            label={text("payroll.month")}
            allowDeselect={false}
            data={months.map((month) => ({ value: month, label: day(periodOfMonth(month).from, "monthYear") }))}
            value={choice.month}
            onChange={(month) => month && change({ month })}
          />
          <Select
            label={text("accounting.basis")}
            allowDeselect={false}
            data={exportBases.map((basis) => ({ value: basis, label: text(`accounting.basis.${basis}`) }))}
            value={choice.basis}
            onChange={(basis) => basis && change({ basis: basis as ExportBasis })}
          />
        </div>
        <Checkbox
          label={text("accounting.onlyNew")}
          checked={!choice.include_exported}
          onChange={() => change({ include_exported: !choice.include_exported })}
        />
        <QueryBoundary query={query} loading={<SkeletonRows rows={4} />} failed={text("accounting.failed")}>
          {({ data }) => <Preview key={JSON.stringify(choice)} preview={data} choice={choice} />}
        </QueryBoundary>
      </div>
    </Panel>
  );
}

function Preview({ preview, choice }: { preview: AccountingPreview; choice: Choice }) {
  const text = useText();
  const { number } = useFormat();
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [coded, setCoded] = useState<readonly number[]>([]);
  const [asking, setAsking] = useState(false);
  const create = useAction(createAccountingExport, {
    onSuccess: ({ message }) => {
      setAsking(false);
      toast.done(message ?? "");
      void refetch(previewAccountingExport, listAccountingExports);
    },
    onProblem: () => {
      setAsking(false);
      void refetch(previewAccountingExport);
      return false;
    },
  });
  const { postings, rows, requests, problems, total } = preview;
  const submit = () => create.mutate({ body: { ...choice, postings, total, problems } });
  const codable = rows.filter(({ exported }) => exported === null).map(({ id }) => id);
  const chosen = codable.filter((id) => selected.includes(id));
  const toggle = (id: number) =>
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <>
      <dl className={classes.facts} aria-live="polite">
        <Fact name={text("accounting.requests")}>{number(requests)}</Fact>
        <Fact name={text("accounting.postings")}>{number(postings)}</Fact>
        <Fact name={text("accounting.total")}>
          <Money amount={preview.total} currency={preview.currency} />
        </Fact>
        <Fact name={text("accounting.problems")} warn={preview.problems > 0}>
          {number(preview.problems)}
        </Fact>
      </dl>
      <Notes preview={preview} choice={choice} />
      {codable.length > 0 && (
        <div className={classes.selection}>
          <Checkbox
            label={text("accounting.selectAll")}
            checked={chosen.length === codable.length}
            indeterminate={chosen.length > 0 && chosen.length < codable.length}
            onChange={() => setSelected(chosen.length === codable.length ? [] : codable)}
          />
          <Button size="xs" disabled={chosen.length === 0} onClick={() => setCoded(chosen)}>
            {text("accounting.codeSelected", { count: chosen.length })}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label={text("accounting.requests")}>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              currency={preview.currency}
              selected={selected.includes(row.id)}
              onToggle={() => toggle(row.id)}
              onCode={() => setCoded([row.id])}
            />
          ))}
        </ul>
      )}
      {requests > rows.length && (
        <p className={classes.note}>
          {text("accounting.shown", { shown: number(rows.length), total: number(requests) })}
        </p>
      )}
      <footer className={flow.actions}>
        <Button
          variant="filled"
          disabled={!preview.configured || postings === 0}
          loading={create.isPending}
          onClick={problems > 0 ? () => setAsking(true) : submit}
        >
          {text("accounting.create", { count: postings })}
        </Button>
      </footer>
      <CodingDialog
        ids={coded}
        request={rows.find(({ id }) => id === coded[0])}
        onClose={() => {
          setCoded([]);
          setSelected([]);
        }}
      />
      <ConfirmDialog
        opened={asking}
        tone="accent"
        title={text("accounting.confirmProblems", { count: problems })}
        confirmLabel={text("accounting.create", { count: postings })}
        pending={create.isPending}
        onConfirm={submit}
        onClose={() => setAsking(false)}
      >
        {text("accounting.confirmProblems.why")}
      </ConfirmDialog>
    </>
  );
}

function Fact({ name, warn = false, children }: { name: string; warn?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-warn={warn || undefined}>{children}</dd>
    </div>
  );
}

/** Warnings before an export. */
function Notes({ preview, choice }: { preview: AccountingPreview; choice: Choice }) {
  const text = useText();
  const can = useCan();
  const { configured, datev_problem: datev, truncated, already_exported: exported, postings } = preview;
  const settings = can("payment-settings") && (
    <Link to={paths.accountingSettings}>{text("accounting.toSettings")}</Link>
  );
  return (
    <>
      {!configured && (
        <p className={classes.warning} role="note">
          {text("accounting.notReady")} {settings}
        </p>
      )}
      {configured && datev && (
        <p className={classes.note} role="note">
          {text(`accounting.datev.${datev}`)} {datev === "numbers" && settings}
        </p>
      )}
      {exported > 0 && <p className={classes.note}>{text("accounting.leftOut", { count: exported })}</p>}
      {truncated && (
        <p className={classes.note}>{text(choice.include_exported ? "accounting.cutAgain" : "accounting.cut")}</p>
      )}
      <Changed rows={preview.changed} />
      {postings === 0 && <p className={classes.note}>{text("accounting.nothing")}</p>}
    </>
  );
}

/** Earlier exports are never changed, so the accountant has to correct these postings. */
function Changed({ rows }: { rows: AccountingPreview["changed"] }) {
  const text = useText();
  const { number } = useFormat();
  if (rows.length === 0) return null;
  return (
    <div className={classes.warning} role="note">
      {text("accounting.changedSince")}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/${requestFamilyDefinitions[row.family].folder}/view/${row.id}`}>
              <bdi>{row.number}</bdi>
            </Link>{" "}
            {text("accounting.inExport", { number: number(row.export_number) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  row: PreviewRequest;
  currency: string;
  selected: boolean;
  onToggle: () => void;
  onCode: () => void;
}

function Row({ row, currency, selected, onToggle, onCode }: RowProps) {
  const text = useText();
  const { day, number } = useFormat();
  const { folder } = requestFamilyDefinitions[row.family];
  return (
    <li>
      {row.exported === null && (
        <Checkbox
          aria-label={text("accounting.select", { number: row.number })}
          checked={selected}
          onChange={onToggle}
        />
      )}
      <span className={classes.what}>
        <Link to={`/${folder}/view/${row.id}`}>
          <bdi>{row.number}</bdi> <bdi>{row.title}</bdi>
        </Link>
        {row.exported && (
          <small>
            {text("accounting.exportedOn", {
              day: day(row.exported.at, "medium"),
              number: number(row.exported.number),
            })}
          </small>
        )}
        {row.problems.map(({ line, kind }) => (
          <small key={`${line} ${kind}`} className={classes.problem}>
            {text(`accounting.problem.${kind}`, { line: number(line) })}
          </small>
        ))}
      </span>
      <Money amount={row.amount} currency={currency} />
      {row.exported === null && row.invoice && <InvoiceFields row={row} invoice={row.invoice} />}
      {row.exported === null && (
        <Button size="xs" aria-label={text("accounting.codeOf", { number: row.number })} onClick={onCode}>
          {text("accounting.code")}
        </Button>
      )}
    </li>
  );
}
