import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileImport, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import {
  listOpenings,
  type OpeningBalance,
  setOpenings,
} from "../../../../../shared/requests/leave/ledger/openings.contract";
import { maxBatchSize } from "../../../../../shared/requests/leave/ledger/ledger.schema";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { paths } from "../../../../platform/paths";
import { ProblemError } from "../../../../platform/problem-error";
import { useAction, useEndpoint } from "../../../../platform/query";
import { useOrganizationToday } from "../../../../platform/useOrganizationToday";
import { useLengthError } from "../../../../ui/fields/length";
import { DateField } from "../../../../ui/fields/DateField";
import { reportUnreadableText } from "../../../../ui/fields/unreadable-text";
import { DraftGuard } from "../../../../ui/form/DraftGuard";
import { PageHead } from "../../../../ui/PageHead";
import { EmptyState } from "../../../../ui/states/EmptyState";
import { FailedReads } from "../../../../ui/states/FailedReads";
import { QueryBoundary } from "../../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../../ui/states/Skeleton";
import { toast } from "../../../../ui/toast/toast";
import { LeavePagination } from "../../LeavePagination";
import { useLeaveDepartments } from "../../types/useLeaveDepartments";
import classes from "./Batches.module.css";
import flow from "../../../../ui/layout/flow.module.css";
import {
  type OpeningCell,
  type OpeningCells,
  openingEntries,
  rebasedCells,
  refreshedCells,
  withCells,
} from "./opening-cells";
import { OpeningImport } from "./OpeningImport";
import { OpeningTable } from "./OpeningTable";

const perPage = 50;

interface OpeningFilter {
  q: string;
  departmentId: string;
  page: number;
}

/** Sets the days that people have left on a day, for organizations that start within a year. */
export function OpeningGrid() {
  const text = useText();
  const { signs } = useFormat();
  const navigate = useNavigate();
  const fields = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState<string | null>(useOrganizationToday());
  const [filter, setFilter] = useState<OpeningFilter>({ q: "", departmentId: "", page: 1 });
  const lengthError = useLengthError();
  const [note, setNote] = useState("");
  const [cells, setCells] = useState<OpeningCells>(new Map());
  const [isImportOpen, setImportOpen] = useState(false);
  const query = useOpenings(day, filter);
  const { entries, invalidCount } = openingEntries(refreshedCells(cells, query.data?.data ?? []), signs);
  const save = useAction(setOpenings, {
    onSuccess: ({ message, data }) => {
      toast.done(message ?? "");
      setCells(new Map());
      void navigate(paths.leaveBatch("view", data.id));
    },
    onProblem: (error) => {
      void query.refetch();
      if (error instanceof ProblemError && error.code === "leave.balancesChanged") {
        const { changed } = error.record as { changed: OpeningBalance[] };
        setCells((current) => rebasedCells(current, changed));
      }
      return false;
    },
  });
  const change = (changed: readonly OpeningCell[]) => setCells((now) => withCells(now, changed));
  const isReady =
    entries.length > 0 &&
    entries.length <= maxBatchSize &&
    invalidCount === 0 &&
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
          onClick={() => !reportUnreadableText(fields.current) && setImportOpen(true)}
        >
          {text("opening.import")}
        </Button>
        <Button
          variant="filled"
          disabled={!isReady || query.isPlaceholderData}
          loading={save.isPending}
          onClick={() => {
            if (day && !reportUnreadableText(fields.current)) save.mutate({ body: { day, note, entries } });
          }}
        >
          {text("opening.save", { count: entries.length })}
        </Button>
      </PageHead>
      <div className={classes.page} data-wide>
        <p className={classes.why}>{text("opening.why")}</p>
        <div ref={fields} className={flow.fields}>
          <DateField
            label={text("opening.day")}
            value={day}
            // The typed balances stay; saving compares them with those of the new day.
            onChange={setDay}
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
          <OpeningFilterFields filter={filter} onChange={setFilter} />
        </div>
        <p role="status" className={classes.why} data-empty={invalidCount === 0 || undefined}>
          {invalidCount > 0 && text("opening.wrong", { count: invalidCount })}
        </p>
        {day !== null && (
          <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("balances.failed")}>
            {({ data, meta }) =>
              data.length === 0 ? (
                <EmptyState title={text("balances.none")} />
              ) : (
                <>
                  <OpeningTable rows={data} cells={cells} onChange={change} />
                  <LeavePagination
                    page={filter.page}
                    lastPage={meta.last_page}
                    onChange={(page) => setFilter({ ...filter, page })}
                  />
                </>
              )
            }
          </QueryBoundary>
        )}
      </div>
      {day !== null && (
        <OpeningImport opened={isImportOpen} day={day} onClose={() => setImportOpen(false)} onImport={change} />
      )}
    </>
  );
}

function useOpenings(day: string | null, { q, departmentId, page }: OpeningFilter) {
  const [debouncedSearch] = useDebouncedValue(q.trim(), 200);
  const filter = { day: day ?? "", q: debouncedSearch, department_id: Number(departmentId) || undefined };
  return useEndpoint(
    listOpenings,
    { query: { ...filter, page, per_page: perPage } },
    { enabled: day !== null, placeholderData: keepPreviousData },
  );
}

interface OpeningFilterFieldsProps {
  filter: OpeningFilter;
  onChange: (filter: OpeningFilter) => void;
}

function OpeningFilterFields({ filter, onChange }: OpeningFilterFieldsProps) {
  const text = useText();
  const { departments, read } = useLeaveDepartments();
  return (
    <>
      <FailedReads reads={[read]} />
      <TextInput
        type="search"
        label={text("balances.search")}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={filter.q}
        onChange={(event) => onChange({ ...filter, q: event.currentTarget.value, page: 1 })}
      />
      <Select
        searchable
        allowDeselect={false}
        label={text("team.department")}
        data={[
          { value: "", label: text("leaveRules.any") },
          ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={filter.departmentId}
        onChange={(departmentId) => onChange({ ...filter, departmentId: departmentId ?? "", page: 1 })}
      />
    </>
  );
}
