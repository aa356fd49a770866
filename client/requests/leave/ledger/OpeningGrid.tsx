import { Button, Pagination, Select, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileImport, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import { listOpenings, setOpenings } from "../../../../shared/requests/leave/ledger/openings.contract";
import { maxBatchSize } from "../../../../shared/requests/leave/ledger/ledger.schema";
import { compareNames, useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { useAction, useEndpoint } from "../../../platform/query";
import { useOrganisationToday } from "../../../platform/useOrganisationToday";
import { useLengthError } from "../../../ui/fields/length";
import { DateField } from "../../../ui/fields/DateField";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { Avatar } from "../../../ui/signs/Avatar";
import { EmptyState } from "../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { Table } from "../../../ui/Table";
import { toast } from "../../../ui/toast/toast";
import { LeaveIcon } from "../types/LeaveIcon";
import { useLeaveDepartments } from "../types/useLeaveDepartments";
import { useLeaveTexts } from "../types/useLeaveTexts";
import classes from "./Batches.module.css";
import {
  cellKey,
  daysOf,
  type OpeningCell,
  type OpeningCells,
  pastedCells,
  refreshedCells,
  withCells,
} from "./opening-cells";
import { OpeningImport } from "./OpeningImport";

type Row = ReplyOf<typeof listOpenings>["data"][number];

const perPage = 50;

/** Sets the days that people have left on a day, for organizations that start within a year. */
export function OpeningGrid() {
  const text = useText();
  const { signs, number } = useFormat();
  const navigate = useNavigate();
  const departments = useLeaveDepartments();
  const [day, setDay] = useState<string | null>(useOrganisationToday());
  const [q, setQ] = useState("");
  const [department, setDepartment] = useState("");
  const [page, setPage] = useState(1);
  const lengthError = useLengthError();
  const [note, setNote] = useState("");
  const [cells, setCells] = useState<OpeningCells>(new Map());
  const [importing, setImporting] = useState(false);
  const [searched] = useDebouncedValue(q.trim(), 200);
  const filter = { day: day ?? "", q: searched, department_id: Number(department) || undefined };
  const query = useEndpoint(
    listOpenings,
    { query: { ...filter, page, per_page: perPage } },
    { enabled: day !== null, placeholderData: keepPreviousData },
  );
  const rows = query.data?.data ?? [];
  const typed = refreshedCells(cells, rows);
  const wrong = typed.filter((cell) => daysOf(cell, signs) === null);
  const entries = typed.flatMap((cell) => {
    const days = daysOf(cell, signs);
    return days === null || days === cell.before
      ? []
      : [{ user_id: cell.userId, leave_type_id: cell.typeId, days, before: cell.before }];
  });
  const save = useAction(setOpenings, {
    onSuccess: ({ message, data }) => {
      toast.done(message ?? "");
      setCells(new Map());
      void navigate(paths.leaveBatch("view", data.id));
    },
    onProblem: () => {
      void query.refetch();
      return false;
    },
  });
  const change = (changed: readonly OpeningCell[]) => setCells((now) => withCells(now, changed));
  const isReady =
    entries.length > 0 &&
    entries.length <= maxBatchSize &&
    wrong.length === 0 &&
    note.trim() !== "" &&
    note.length <= 500;
  return (
    <>
      <DraftGuard dirty={cells.size > 0 && !save.isPending && !save.isSuccess} />
      <PageHead title={text("title.leaveOpening")}>
        <Button component={Link} to={paths.leaveTab("balances")} variant="subtle" color="gray">
          {text("action.cancel")}
        </Button>
        <Button
          disabled={day === null}
          leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
          onClick={() => setImporting(true)}
        >
          {text("opening.import")}
        </Button>
        <Button
          variant="filled"
          disabled={!isReady || query.isPlaceholderData}
          loading={save.isPending}
          onClick={() => day && save.mutate({ body: { day, note, entries } })}
        >
          {text("opening.save", { count: entries.length })}
        </Button>
      </PageHead>
      <div className={classes.page} data-wide>
        <p className={classes.why}>{text("opening.why")}</p>
        <div className={classes.fields}>
          <DateField
            label={text("opening.day")}
            value={day}
            onChange={(next) => {
              setDay(next);
              setCells(new Map());
            }}
          />
          <Textarea
            autosize
            minRows={2}
            label={text("balances.note")}
            description={text("opening.note.why")}
            error={lengthError(note, 500)}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <TextInput
            type="search"
            label={text("balances.search")}
            leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            value={q}
            onChange={(event) => {
              setQ(event.currentTarget.value);
              setPage(1);
            }}
          />
          <Select
            searchable
            allowDeselect={false}
            label={text("team.department")}
            data={[
              { value: "", label: text("leaveRules.any") },
              ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={department}
            onChange={(value) => {
              setDepartment(value ?? "");
              setPage(1);
            }}
          />
        </div>
        <p role="status" className={classes.why} data-empty={wrong.length === 0 || undefined}>
          {wrong.length > 0 && text("opening.wrong", { count: wrong.length })}
        </p>
        {day !== null && (
          <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("balances.failed")}>
            {({ data, meta }) =>
              data.length === 0 ? (
                <EmptyState title={text("balances.none")} />
              ) : (
                <>
                  <Grid rows={data} cells={cells} onChange={change} />
                  {meta.last_page > 1 && (
                    <Pagination
                      value={page}
                      total={meta.last_page}
                      onChange={setPage}
                      getControlProps={(control) => ({
                        "aria-label": text(`team.page.${control}` as "team.page.next"),
                      })}
                      getItemProps={(to) => ({ "aria-label": text("team.pageOf", { page: number(to) }) })}
                    />
                  )}
                </>
              )
            }
          </QueryBoundary>
        )}
      </div>
      {day !== null && (
        <OpeningImport opened={importing} day={day} onClose={() => setImporting(false)} onImport={change} />
      )}
    </>
  );
}

interface GridProps {
  rows: readonly Row[];
  cells: OpeningCells;
  onChange: (changed: readonly OpeningCell[]) => void;
}

function Grid({ rows, cells, onChange }: GridProps) {
  const text = useText();
  const nameOf = useNameOf();
  const typeById = new Map(
    rows.flatMap(({ balances }) => balances.map(({ leave_type: type }) => [type.id, type] as const)),
  );
  const types = [...typeById.values()].toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
  const typeIds = types.map(({ id }) => id);
  return (
    <Panel>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable table must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={text("title.leaveOpening")}>
        <Table className={`${classes.table} ${classes.grid}`}>
          <thead>
            <tr>
              <th scope="col">{text("leave.col.person")}</th>
              {types.map((type) => (
                <th key={type.id} scope="col">
                  <span className={classes.who}>
                    <LeaveIcon icon={type.icon} />
                    <bdi>{nameOf(type)}</bdi>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ person, department, balances }) => (
              <tr key={person.id}>
                <th scope="row">
                  <span className={classes.who}>
                    <Avatar person={person} size={24} hasVisibleName />
                    <span>
                      <bdi>{person.fullname}</bdi>
                      {department && <small>{department}</small>}
                    </span>
                  </span>
                </th>
                {types.map((type) => {
                  const balance = balances.find(({ leave_type: { id } }) => id === type.id);
                  return (
                    <td key={type.id}>
                      {balance && (
                        <Cell
                          name={person.fullname}
                          type={type}
                          days={balance.days}
                          typed={cells.get(cellKey(person.id, type.id))?.typed ?? ""}
                          onType={(typed) =>
                            onChange([{ userId: person.id, typeId: type.id, typed, before: balance.days }])
                          }
                          onPaste={(event) => {
                            const block = event.clipboardData.getData("text/plain");
                            const pasted = pastedCells(block, rows, typeIds, { userId: person.id, typeId: type.id });
                            if (!pasted) return;
                            event.preventDefault();
                            onChange(pasted);
                          }}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Panel>
  );
}

interface CellProps {
  name: string;
  type: LeaveTypeRef;
  days: number;
  typed: string;
  onType: (typed: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function Cell({ name, type, days, typed, onType, onPaste }: CellProps) {
  const text = useText();
  const nameOf = useNameOf();
  const { signs } = useFormat();
  const { figureOf } = useLeaveTexts();
  const isWrong = typed !== "" && daysOf({ typed }, signs) === null;
  const currentBalance = figureOf(days, type.unit);
  return (
    <span className={classes.cell}>
      <bdi className={classes.named}>{nameOf(type)}</bdi>
      <bdi className={classes.now}>{currentBalance}</bdi>
      <TextInput
        size="xs"
        inputMode="text"
        autoComplete="off"
        aria-label={text("opening.cell", { name, type: nameOf(type), days: currentBalance })}
        error={isWrong}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onPaste={onPaste}
      />
    </span>
  );
}
