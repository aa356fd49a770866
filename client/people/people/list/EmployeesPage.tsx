import { Button, SegmentedControl, Switch } from "@mantine/core";
import { IconFileImport, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useFormat, useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { useCan, useCurrentUser } from "../../../platform/session";
import { deviceKey, readStored, writeStored } from "../../../platform/browser-storage";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { EmptyState } from "../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { useFollowDirectory } from "../useFollowDirectory";
import { readableColumns, useEmployeeColumns } from "./employee-columns";
import { EmployeeBulkBar } from "./EmployeeBulkBar";
import { EmployeeCards } from "./EmployeeCards";
import { EmployeeExport } from "./EmployeeExport";
import { EmployeeFilters } from "./EmployeeFilters";
import { EmployeePreview } from "./EmployeePreview";
import { EmployeeTable } from "./EmployeeTable";
import {
  isPeopleFiltered,
  type PeopleFilter,
  type PeopleState,
  peopleStates,
  toPeopleQuery,
  usePeopleFilter,
} from "./employees.filter";
import classes from "./EmployeesPage.module.css";
import { type Employee, type EmployeeList, useEmployees } from "./useEmployees";
import { type OpenPerson, useOpenPerson } from "./useOpenPerson";
import { useSelectedPeople } from "./useSelectedPeople";
import { updateUser } from "../../../../shared/people/people/user-changes.contract";
import { useAction } from "../../../platform/query";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { toast } from "../../../ui/toast/toast";
import { refetchEmployees } from "./refetch-employees";
import tones from "../../../ui/layout/tones.module.css";

type View = "table" | "cards";
const viewKey = deviceKey("employees-view");

/** Employee list. Record managers also see inactive and leaving employees and can edit in bulk. */
export function EmployeesPage() {
  const text = useText();
  const { filter, change, clear } = usePeopleFilter();
  const [view, setView] = useState<View>(() => (readStored(viewKey) === "cards" ? "cards" : "table"));
  const [chosen, toggle] = useEmployeeColumns();
  const me = useCurrentUser();
  const peopleQuery = toPeopleQuery(filter);
  const query = useEmployees(peopleQuery);
  const offered = readableColumns(query.data?.rows ?? [], me.id);
  const columns = chosen.filter((column) => offered.includes(column));
  useFollowDirectory(query.data?.meta);
  const preview = useOpenPerson();
  const opened = view === "table" ? (preview?.id ?? null) : null;
  const shownColumns = view === "table" ? columns : undefined;
  const remember = (next: View) => {
    setView(next);
    writeStored(viewKey, next);
  };
  return (
    <>
      <PageHead
        title={text("title.employees")}
        tabs={
          filter.as_of === null && (
            <States
              selectedState={filter.state}
              counts={query.data?.meta.counts}
              onChoose={(state) => change({ state })}
            />
          )
        }
      >
        <SegmentedControl
          aria-label={text("people.layout")}
          value={view}
          onChange={(next) => remember(next as View)}
          data={[
            { value: "table", label: text("people.layout.table") },
            { value: "cards", label: text("people.layout.cards") },
          ]}
        />
        <NewEmployee />
      </PageHead>
      <EmployeeFilters
        filter={filter}
        onChange={change}
        onClear={clear}
        columns={columns}
        offered={offered}
        onToggle={view === "table" ? toggle : null}
      >
        <EmployeeExport query={peopleQuery} columns={shownColumns} />
      </EmployeeFilters>
      <div className={classes.page}>
        <div className={opened === null ? undefined : classes.beside}>
          <div className={classes.list}>
            <QueryBoundary query={query} loading={<SkeletonRows rows={10} />} failed={text("people.failed")}>
              {(list) =>
                list.rows.length === 0 ? (
                  <NoPeople filter={filter} onClear={clear} />
                ) : (
                  <>
                    {view === "cards" ? (
                      <EmployeeCards rows={list.rows} />
                    ) : (
                      <People list={list} columns={columns} filter={filter} onChange={change} preview={preview} />
                    )}
                    <Shown list={list} />
                    {query.hasNextPage && (
                      <Button
                        className={classes.more}
                        loading={query.isFetchingNextPage}
                        onClick={() => void query.fetchNextPage()}
                      >
                        {text("people.showMore")}
                      </Button>
                    )}
                  </>
                )
              }
            </QueryBoundary>
          </div>
          {preview && opened !== null && (
            <EmployeePreview id={opened} rows={query.data?.rows ?? []} onShow={preview.show} />
          )}
        </div>
      </div>
    </>
  );
}

function NewEmployee() {
  const text = useText();
  if (!useCan()("user-create")) return null;
  return (
    <>
      <Button
        component={Link}
        to={paths.employeesImport}
        className={classes.import}
        leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
      >
        {text("people.import")}
      </Button>
      <Button
        component={Link}
        to={paths.employee("create")}
        variant="filled"
        className={classes.new}
        leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
      >
        {text("people.new")}
      </Button>
    </>
  );
}

interface PeopleProps {
  list: EmployeeList;
  columns: ReturnType<typeof useEmployeeColumns>[0];
  filter: PeopleFilter;
  onChange: (changes: Partial<PeopleFilter>) => void;
  preview: OpenPerson | null;
}

function People({ list: { rows }, columns, filter, onChange, preview }: PeopleProps) {
  const changes = useCan()("user-edit") && filter.as_of === null;
  const selection = useSelectedPeople(rows);
  return (
    <>
      <Panel>
        <EmployeeTable
          rows={rows}
          columns={columns}
          sort={filter.sort}
          onSort={(sort) => onChange({ sort })}
          selection={changes ? selection : null}
          preview={preview}
          action={changes ? (employee) => <ActiveSwitch employee={employee} /> : undefined}
        />
      </Panel>
      {changes && <EmployeeBulkBar selection={selection} columns={columns} />}
    </>
  );
}

interface StatesProps {
  selectedState: PeopleState;
  counts: Record<PeopleState, number> | undefined;
  onChoose: (state: PeopleState) => void;
}

/** Record managers always see the inactive and leaving states, other users only if they contain employees. */
function States({ selectedState, counts, onChoose }: StatesProps) {
  const text = useText();
  const { number } = useFormat();
  const looksAfter = useCan()("user-edit");
  const offered = peopleStates.filter(
    (state) => looksAfter || state === "active" || state === selectedState || (counts?.[state] ?? 0) > 0,
  );
  if (offered.length < 2) return null;
  return (
    <div className={classes.states} role="group" aria-label={text("people.states")}>
      {offered.map((state) => (
        <button key={state} type="button" aria-pressed={state === selectedState} onClick={() => onChoose(state)}>
          {text(`people.state.${state}`)}
          <span>{counts ? number(counts[state]) : ""}</span>
        </button>
      ))}
    </div>
  );
}

function Shown({ list: { rows, meta } }: { list: EmployeeList }) {
  const text = useText();
  return <p className={tones.quietSmall}>{text("people.shown", { shown: rows.length, total: meta.total })}</p>;
}

function NoPeople({ filter, onClear }: { filter: PeopleFilter; onClear: () => void }) {
  const text = useText();
  if (!isPeopleFiltered(filter)) return <EmptyState title={text("people.none")} />;
  return (
    <EmptyState
      title={text("people.noneSuch")}
      action={<Button onClick={onClear}>{text("people.filter.clear")}</Button>}
    />
  );
}

/** Activates an account immediately; deactivation requires confirmation because it ends the user's sessions. */
function ActiveSwitch({ employee }: { employee: Employee }) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const { id, version, fullname = "", active = false, can } = employee;
  const change = useAction(updateUser, {
    onSuccess: () => {
      toast.done(text(active ? "people.deactivated" : "people.activated"));
      refetchEmployees();
    },
    onSettled: () => setAsks(false),
  });
  const set = (next: boolean) => change.mutate({ params: { id }, body: { active: next, version } });
  return (
    <>
      <Switch
        size="sm"
        checked={active}
        disabled={change.isPending || !(active ? can?.deactivate : can?.activate)}
        aria-label={text("people.activeOf", { name: fullname })}
        onChange={() => (active ? setAsks(true) : set(true))}
      />
      <ConfirmDialog
        opened={asks}
        title={text("people.deactivate.ask", { name: fullname })}
        confirmLabel={text("people.deactivate")}
        pending={change.isPending}
        onConfirm={() => set(false)}
        onClose={() => setAsks(false)}
      >
        {text("people.deactivate.why")}
      </ConfirmDialog>
    </>
  );
}
