import { Button, SegmentedControl } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { editableUser, readUser } from "../../shared/people/users.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useScreenTitle } from "../platform/screen-title";
import { useCan } from "../platform/session";
import { readStored, writeStored } from "../platform/stored";
import { PageHead } from "../ui/PageHead";
import { Panel } from "../ui/Panel";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { EmployeeActions } from "./EmployeeActions";
import { EmployeeCards } from "./EmployeeCards";
import { useEmployeeColumns } from "./employee-columns";
import { EmployeeFilters } from "./EmployeeFilters";
import { EmployeeTable } from "./EmployeeTable";
import { EmployeeView } from "./EmployeeView";
import {
  isFiltered,
  type PeopleFilter,
  type PeopleState,
  peopleStates,
  queryOf,
  usePeopleFilter,
} from "./employees.filter";
import classes from "./people.module.css";
import { type EmployeeList, useEmployees } from "./useEmployees";
import { useFollowDirectory } from "./useFollowDirectory";

const EmployeeCreate = lazy(async () => ({ default: (await import("./EmployeeForm")).EmployeeCreate }));
const EmployeeEdit = lazy(async () => ({ default: (await import("./EmployeeForm")).EmployeeEdit }));

type View = "table" | "cards";
const viewKey = "portal.employees-view";

/** Who works here. Those who look after records see who has left and who is about to leave as well. */
export function EmployeesPage() {
  const text = useText();
  const can = useCan();
  const { filter, change, clear } = usePeopleFilter();
  const [view, setView] = useState<View>(() => (readStored(viewKey) === "cards" ? "cards" : "table"));
  const [columns, toggle] = useEmployeeColumns();
  const query = useEmployees(queryOf(filter));
  useFollowDirectory(query.data?.meta.revision);
  const remember = (next: View) => {
    setView(next);
    writeStored(viewKey, next);
  };
  return (
    <>
      <PageHead
        title={text("title.employees")}
        tabs={<States shown={filter.state} counts={query.data?.meta.counts} onChoose={(state) => change({ state })} />}
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
        {can("user-create") && (
          <Button
            component={Link}
            to={paths.employee("create")}
            variant="filled"
            className={classes.new}
            leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
          >
            {text("people.new")}
          </Button>
        )}
      </PageHead>
      <EmployeeFilters
        filter={filter}
        onChange={change}
        onClear={clear}
        columns={columns}
        onToggle={view === "table" ? toggle : null}
      />
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={10} />} failed={text("people.failed")}>
          {(list) =>
            list.rows.length === 0 ? (
              <NoPeople filter={filter} onClear={clear} />
            ) : (
              <>
                {view === "cards" ? (
                  <EmployeeCards rows={list.rows} />
                ) : (
                  <Panel>
                    <EmployeeTable
                      rows={list.rows}
                      columns={columns}
                      sort={filter.sort}
                      onSort={(sort) => change({ sort })}
                    />
                  </Panel>
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
    </>
  );
}

interface StatesProps {
  shown: PeopleState;
  counts: Record<PeopleState, number> | undefined;
  onChoose: (state: PeopleState) => void;
}

/** Active, inactive, leaving: the last two where somebody is. */
function States({ shown, counts, onChoose }: StatesProps) {
  const text = useText();
  const { number } = useFormat();
  const offered = peopleStates.filter((state) => state === "active" || state === shown || (counts?.[state] ?? 0) > 0);
  if (offered.length < 2) return null;
  return (
    <div className={classes.states} role="group" aria-label={text("people.states")}>
      {offered.map((state) => (
        <button key={state} type="button" aria-pressed={state === shown} onClick={() => onChoose(state)}>
          {text(`people.state.${state}`)}
          <span>{counts ? number(counts[state]) : ""}</span>
        </button>
      ))}
    </div>
  );
}

function Shown({ list: { rows, meta } }: { list: EmployeeList }) {
  const text = useText();
  return <p className={classes.shown}>{text("people.shown", { shown: rows.length, total: meta.total })}</p>;
}

function NoPeople({ filter, onClear }: { filter: PeopleFilter; onClear: () => void }) {
  const text = useText();
  if (!isFiltered(filter)) return <EmptyState title={text("people.none")} />;
  return (
    <EmptyState
      title={text("people.noneSuch")}
      action={<Button onClick={onClear}>{text("people.filter.clear")}</Button>}
    />
  );
}

/** One person, as far as one may read of them. */
export function EmployeeViewPage() {
  return <OnePerson id={Number(useParams().id)} />;
}

function OnePerson({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readUser, { params: { id } });
  useFollowDirectory(query.data?.data.revision);
  useScreenTitle(query.data?.data.fullname);
  return (
    <QueryBoundary query={query} failed={text("people.failed.one")}>
      {({ data }) => (
        <EmployeeView employee={data}>
          <EmployeeActions employee={data} />
        </EmployeeView>
      )}
    </QueryBoundary>
  );
}

/** `/employees/{create | view | edit}/{id?}` */
export function EmployeePage() {
  const text = useText();
  const { mode, id } = useParams();
  const can = useCan();
  if (mode === "view") return <OnePerson id={Number(id)} />;
  if (mode === "edit" && can("user-edit")) return <EditPerson id={Number(id)} />;
  if (mode !== "create" || !can("user-create")) return <Navigate to={paths.noSuchPage} replace />;
  return (
    <>
      <PageHead title={text("title.employeeNew")} />
      <Suspense>
        <EmployeeCreate />
      </Suspense>
    </>
  );
}

function EditPerson({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(editableUser, { params: { id } });
  useScreenTitle(query.data?.data.fullname);
  return (
    <>
      <PageHead title={text("title.employeeEdit")} sub={query.data && <bdi>{query.data.data.fullname}</bdi>} />
      <QueryBoundary query={query} failed={text("people.failed.one")}>
        {({ data }) => (
          <Suspense>
            <EmployeeEdit key={data.id} employee={data} />
          </Suspense>
        )}
      </QueryBoundary>
    </>
  );
}
