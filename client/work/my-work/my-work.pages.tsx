import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Fragment, type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { listMyWork, workReasons } from "../../../shared/work/my-work/my-work.contract";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { cacheMs, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useToday } from "../../platform/today";
import { useWeek } from "../../platform/week";
import { emptyFilter, isFiltering } from "../../../shared/work/tasks/tasks.filter.rules";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";
import { useFollowProjects } from "../projects/useFollowProjects";
import { ViewsAcrossProjects } from "../projects/ViewsAcrossProjects";
import { useShownTasks } from "../projects/shown-order";
import { EmptyState } from "../../ui/states/EmptyState";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { TagChip } from "../../ui/signs/TagChip";
import { createWorkMatcher } from "../../../shared/work/my-work/my-work.filter.rules";
import { countGroupsAboveBookings, groupWorkTasks } from "./my-work.groups";
import classes from "./my-work.module.css";
import { readWorkQuery, type WorkQuery, writeWorkQuery } from "../../../shared/work/my-work/my-work.address.rules";
import { useWorkSections } from "./my-work.slots";
import { WorkRow } from "./WorkRow";
import { WorkToolbar } from "./WorkToolbar";
import { useShortcuts } from "../../ui/keys/shortcuts";
import { useAddress } from "../../platform/address/useAddress";
import flow from "../../ui/layout/flow.module.css";

type Work = ReplyOf<typeof listMyWork>;

const pageSize = 200;
const atMost = 1_000;

export function MyWorkPage() {
  const text = useText();
  const { query, change } = useWorkQuery();
  const [pageLimit, setLimit] = useState(pageSize);
  const { filter, change: changeFilter } = useBoardFilter();
  // The filter is applied here, so tasks that aren't loaded would be reported as not matching. The server applies the state.
  const limit = isFiltering({ ...filter, state: null }) ? atMost : pageLimit;
  const work = useEndpoint(
    listMyWork,
    { query: { of: query.of, state: query.state, per_page: limit } },
    { placeholderData: keepPreviousData },
  );
  const { pending, sections } = useWorkSections(query);
  useAllProjects(work.data);
  const visibleTasks = useShownGroups(work.data, query).flatMap(({ tasks }) => tasks);
  useShownTasks(visibleTasks.map(({ id }) => id));
  return (
    <div className={flow.fillColumn}>
      <PageHead
        title={text("title.myWork")}
        tabs={
          <>
            <Reasons query={query} counts={work.data?.counts} onChange={change} />
            <ViewsAcrossProjects />
          </>
        }
      />
      <WorkToolbar projects={work.data?.projects ?? []} query={query} onChange={change} />
      <QueryBoundary query={work} loading={<SkeletonRows rows={8} />} failed={text("work.failed")}>
        {(data) =>
          pending ? (
            <SkeletonRows rows={8} />
          ) : (
            <Groups
              sections={sections}
              work={data}
              query={query}
              changing={work.isPlaceholderData}
              onMore={
                data.data.length < data.counts[query.of] && limit < atMost
                  ? () => setLimit(limit + pageSize)
                  : undefined
              }
              onClear={() => changeFilter({ ...emptyFilter, state: query.state === "done" ? "done" : null })}
            />
          )
        }
      </QueryBoundary>
    </div>
  );
}

/** Follows all projects, so that a task assigned in a project without any task so far also appears. */
function useAllProjects(work: Work | undefined): void {
  const mayList = useCan()("project-list");
  const listed = useEndpoint(listProjects, {}, { staleTime: cacheMs, enabled: mayList }).data?.data;
  const all = useMemo(() => {
    const projectById = new Map((listed ?? []).map(({ id, revision, epoch }) => [id, { id, revision, epoch }]));
    for (const { id, revision, epoch } of work?.projects ?? [])
      if (!projectById.has(id)) projectById.set(id, { id, revision, epoch });
    return [...projectById.values()];
  }, [listed, work?.projects]);
  useFollowProjects(all);
}

interface ReasonsProps {
  query: WorkQuery;
  counts: Work["counts"] | undefined;
  onChange: (change: Partial<WorkQuery>) => void;
}

function Reasons({ query, counts, onChange }: ReasonsProps) {
  const text = useText();
  const { number } = useFormat();
  return (
    <nav className={classes.reasons} aria-label={text("work.reasons")}>
      {workReasons.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-current={reason === query.of ? "true" : undefined}
          onClick={() => onChange({ of: reason })}
        >
          {text(`work.of.${reason}`)}
          {counts && counts[reason] > 0 && <span className={classes.count}>{number(counts[reason])}</span>}
        </button>
      ))}
    </nav>
  );
}

function useShownGroups(work: Work | undefined, query: WorkQuery) {
  const { filter } = useBoardFilter();
  const today = useToday();
  const { first } = useWeek();
  if (!work) return [];
  return groupWorkTasks(
    work.data.filter(createWorkMatcher(filter, { today, firstDay: first })),
    work.projects,
    query.group,
    today,
  );
}

interface GroupsProps {
  sections: readonly ReactNode[];
  work: Work;
  query: WorkQuery;
  changing: boolean;
  onMore?: () => void;
  onClear: () => void;
}

function Groups({ sections, work, query, changing, onMore, onClear }: GroupsProps) {
  const text = useText();
  const { number } = useFormat();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const groups = useShownGroups(work, query);
  const above = countGroupsAboveBookings(groups);
  const projectOf = new Map(work.projects.map((project) => [project.id, project]));
  if (work.data.length === 0) {
    return (
      <div ref={list} className={classes.groups} data-above-toasts>
        {sections}
        <EmptyState title={text(`work.empty.${query.of}`)} text={text(`work.empty.${query.of}.why`)} />
      </div>
    );
  }
  if (groups.every(({ tasks }) => tasks.length === 0)) {
    const action = (
      <Button size="xs" onClick={onClear}>
        {text("board.filter.clear")}
      </Button>
    );
    return <EmptyState title={text("board.filter.none")} action={action} />;
  }
  return (
    <div ref={list} className={classes.groups} data-above-toasts aria-busy={changing}>
      {above === 0 && sections}
      {groups.map((group, at) => {
        const name = "due" in group ? text(`work.due.${group.due}`) : group.project.title;
        return (
          <Fragment key={"due" in group ? group.due : group.project.id}>
            <section aria-label={name} className={classes.group} data-due={"due" in group ? group.due : undefined}>
              <h2>
                {"due" in group ? name : <TagChip name={group.project.title} color={group.project.color} />}
                <span className={classes.count}>{number(group.tasks.length)}</span>
              </h2>
              <ul>
                {group.tasks.map((task) => {
                  const project = projectOf.get(task.project_id);
                  return (
                    project && (
                      <WorkRow key={task.id} task={task} project={project} hideProject={query.group === "project"} />
                    )
                  );
                })}
              </ul>
            </section>
            {at + 1 === above && sections}
          </Fragment>
        );
      })}
      {onMore && (
        <Button className={classes.more} variant="subtle" color="gray" loading={changing} onClick={onMore}>
          {text("work.more")}
        </Button>
      )}
    </div>
  );
}

/** j and k or the arrow keys move between rows; Enter follows the focused row's link. */
function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const go = (by: 1 | -1) => () => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
    const active = document.activeElement?.closest("[data-row]");
    const at = rows.findIndex((row) => active?.contains(row));
    const next = at < 0 ? (by > 0 ? rows[0] : rows.at(-1)) : rows[at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    return next !== undefined;
  };
  useShortcuts({
    title: "title.myWork",
    shortcuts: [
      { keys: ["j", "ArrowDown"], label: "keys.next", run: go(1) },
      { keys: ["k", "ArrowUp"], label: "keys.previous", run: go(-1) },
    ],
  });
}

function useWorkQuery() {
  const [search, setSearch] = useAddress();
  const change = (queryChange: Partial<WorkQuery>) =>
    setSearch((now) => writeWorkQuery(now, queryChange), { replace: true, preventScrollReset: true });
  return { query: readWorkQuery(search), change };
}
