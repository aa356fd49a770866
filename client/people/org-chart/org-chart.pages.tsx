import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import { chartStream } from "../../../shared/people/org-chart/org-chart.events";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { useRefetchOnNewDay } from "../../platform/useRefetchOnNewDay";
import { useDirectoryStream } from "../organization/useDirectoryStream";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useAddress } from "../../platform/address/useAddress";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { type ChartNode, allNodes } from "./chart-tree";
import { type CanvasHandle, ChartCanvas } from "./ChartCanvas";
import { ChartList } from "./ChartList";
import { ChartPanel } from "./ChartPanel";
import { AsOfDateField, ChartExportMenu } from "./ChartTools";
import { type ManagerChange, MoveDialog } from "./MoveDialog";
import { VacancyPanel } from "./VacancyPanel";
import classes from "./org-chart.module.css";
import { type OrgChartData, type ChartKind, useChartForest } from "./useChartForest";
import { useTree } from "./useTree";
import flow from "../../ui/layout/flow.module.css";

export function OrgChartPage() {
  const text = useText();
  const asOf = useChartParams().asOf;
  const query = useEndpoint(
    readChart,
    { query: asOf === null ? {} : { as_of: asOf } },
    { placeholderData: (before) => before },
  );
  useRefetchOnNewDay(dayDependentCalls);
  const directory = useDirectoryStream();
  const chart = useChartStream();
  useFollowStream(directory ?? chart, query.data?.data);
  return (
    <QueryBoundary query={query} failed={text("orgChart.failed")}>
      {({ data }) => <OrgChart chart={data} />}
    </QueryBoundary>
  );
}

const dayDependentCalls = [readChart];

/** Stream for users who may not follow the whole directory. */
function useChartStream() {
  const { tenant, external } = useCurrentUser();
  return useCan()("organization-chart-view") && !external ? chartStream(tenant.id) : null;
}

const dayOf = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);

function useChartParams() {
  const [search, setSearch] = useAddress();
  const set = (changes: Record<string, string | null>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const kind: ChartKind = search.get("by") === "department" ? "departments" : "people";
  return {
    kind,
    departmentId: Number(search.get("department")) || null,
    awayOnly: search.has("away"),
    asOf: dayOf(search.get("on")),
    set,
  };
}

function OrgChart({ chart }: { chart: OrgChartData }) {
  const text = useText();
  const { number } = useFormat();
  const { kind, departmentId, awayOnly, set } = useChartParams();
  const tops = useChartForest(chart, { kind, departmentId, awayOnly });
  const away = chart.people.filter((person) => person.away_until !== null).length;
  const sub = text("orgChart.counts", { people: chart.people.length, departments: chart.departments.length, away });
  return (
    <div className={classes.page}>
      <PageHead title={text("title.orgChart")} sub={sub}>
        <SegmentedControl
          aria-label={text("orgChart.by")}
          value={kind}
          onChange={(next) => set({ by: next === "departments" ? "department" : null, department: null })}
          data={[
            { value: "people", label: text("organization.people") },
            { value: "departments", label: text("title.departments") },
          ]}
        />
      </PageHead>
      {chart.people.length === 0 ? (
        <EmptyState title={text("people.none")} />
      ) : (
        // The key resets the expanded state when the kind or the department changes.
        <Shown key={`${kind} ${departmentId}`} chart={chart} tops={tops} kind={kind} set={set}>
          {kind === "people" && (
            <>
              <Select
                size="xs"
                className={classes.department}
                aria-label={text("people.field.department")}
                placeholder={text("orgChart.allDepartments")}
                clearable
                searchable
                value={departmentId === null ? null : String(departmentId)}
                onChange={(id) => set({ department: id })}
                data={chart.departments.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
              {away > 0 && (
                <Button
                  size="xs"
                  variant={awayOnly ? "light" : "default"}
                  aria-pressed={awayOnly}
                  onClick={() => set({ away: awayOnly ? null : "1" })}
                >
                  {text("people.awayToday")} {number(away)}
                </Button>
              )}
            </>
          )}
        </Shown>
      )}
    </div>
  );
}

interface ShownProps {
  chart: OrgChartData;
  tops: ChartNode[];
  kind: ChartKind;
  set: (changes: Record<string, string | null>) => void;
  children: React.ReactNode;
}

function Shown({ chart, tops, kind, set, children }: ShownProps) {
  const text = useText();
  const narrow = useIsPhoneWidth();
  const { id: ownId } = useCurrentUser();
  const tree = useTree(tops, kind === "people" ? ownId : null);
  const canvas = useRef<CanvasHandle>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const [move, setMove] = useState<ManagerChange | null>(null);
  const movable = chart.can.move && kind === "people";
  const [adding, setAdding] = useState(false);
  const vacancy = chart.vacancies.find(({ id }) => kind === "people" && -id === openId) ?? null;
  const open = kind === "people" && openId !== null && !vacancy ? (tree.byId.get(openId) ?? null) : null;
  const onOpen = (node: ChartNode) =>
    kind === "people" ? setOpenId(node.item.id) : set({ by: null, department: String(node.item.id) });
  const onMove = (node: ChartNode, manager: ChartNode | null) => {
    setOpenId(null);
    setMove({ node, manager, today: chart.today });
  };
  return (
    <>
      <Toolbar>
        <FindItem kind={kind} tops={tops} onFound={(id) => tree.openTo(tree.byId.get(id) as ChartNode)} />
        {children}
        <AsOfDateField chart={chart} set={set} />
        <span className={flow.grow} />
        {movable && (
          <Button size="xs" onClick={() => setAdding(true)}>
            {text("vacancy.new")}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={tree.expandAll}>
          {text("orgChart.expandAll")}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={tree.collapseAll}>
          {text("orgChart.collapseAll")}
        </Button>
        {!narrow && <ChartExportMenu canvas={canvas} />}
      </Toolbar>
      {narrow ? (
        <ChartList label={text("title.orgChart")} tree={tree} onOpen={onOpen} />
      ) : (
        <ChartCanvas
          label={text("title.orgChart")}
          tops={tops}
          tree={tree}
          movable={(node) => movable && (chart.can.move_oneself || node.item.id !== ownId)}
          onOpen={onOpen}
          onMove={onMove}
          handle={canvas}
        />
      )}
      <ChartPanel
        node={open}
        tops={tops}
        movable={movable}
        isManagerLocked={open?.item.id === ownId && !chart.can.move_oneself}
        chart={chart}
        onMove={onMove}
        onClose={() => setOpenId(null)}
      />
      <VacancyPanel
        vacancy={adding ? "new" : vacancy}
        edit={movable}
        excludedUserId={chart.can.move_oneself ? null : ownId}
        onClose={() => {
          setAdding(false);
          setOpenId(null);
        }}
      />
      {move && <MoveDialog move={move} onClose={() => setMove(null)} />}
    </>
  );
}

const noPeople: readonly never[] = [];

interface FindProps {
  kind: ChartKind;
  tops: readonly ChartNode[];
  onFound: (id: number) => void;
}

function FindItem({ kind, tops, onFound }: FindProps) {
  const text = useText();
  const items = useMemo(() => allNodes(tops).map(({ item }) => ({ id: item.id, fullname: item.name })), [tops]);
  const people = usePeopleOptions(kind === "people" ? items : noPeople);
  const data = kind === "people" ? people : items.map(({ id, fullname: name }) => ({ value: String(id), label: name }));
  return (
    <Select
      size="xs"
      className={classes.find}
      aria-label={text("orgChart.find")}
      placeholder={text("orgChart.find")}
      searchable
      limit={40}
      value={null}
      nothingFoundMessage={text("organization.nothingFound")}
      onChange={(id) => id !== null && onFound(Number(id))}
      data={data}
    />
  );
}
