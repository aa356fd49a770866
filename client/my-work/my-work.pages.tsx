import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { myWork, workReasons } from "../../shared/my-work/my-work.contract";
import { listProjects } from "../../shared/projects/projects.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { cacheMs, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { useToday } from "../platform/today";
import { useFollowProjects } from "../projects/useFollowProjects";
import { TaskHere } from "../tasks/detail/TaskHere";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { TagChip } from "../ui/signs/TagChip";
import { groupsOf, isDue, matchesText } from "./my-work.groups";
import classes from "./my-work.module.css";
import type { WorkQuery } from "./my-work.query";
import { useRowKeys } from "./useRowKeys";
import { useWorkBookings, WorkBookings } from "./WorkBookings";
import { useWorkQuery } from "./useWorkQuery";
import { WorkRow } from "./WorkRow";
import { WorkToolbar } from "./WorkToolbar";

type Work = ReplyOf<typeof myWork>;

const pageSize = 200;
/** The call gives no more. */
const atMost = 1_000;

/** Everything that is one's own to do or to keep an eye on, over all projects. */
export function MyWorkPage() {
  const text = useText();
  const { query, change } = useWorkQuery();
  const [limit, setLimit] = useState(pageSize);
  const work = useEndpoint(
    myWork,
    { query: { of: query.of, state: query.state, per_page: limit } },
    { placeholderData: keepPreviousData },
  );
  const bookings = useWorkBookings(query);
  useAllProjects(work.data);
  const today = useToday();
  const shown = work.data ? shownGroups(work.data, query, today).flatMap(({ tasks }) => tasks) : [];
  return (
    <div className={classes.page}>
      <PageHead
        title={text("title.myWork")}
        tabs={<Reasons query={query} counts={work.data?.counts} onChange={change} />}
      />
      <WorkToolbar query={query} onChange={change} />
      <QueryBoundary query={work} loading={<SkeletonRows rows={8} />} failed={text("work.failed")}>
        {(data) =>
          // Both at once: what comes later would move the rows from under a finger.
          bookings.pending ? (
            <SkeletonRows rows={8} />
          ) : (
            <Groups
              bookings={<WorkBookings of={bookings} />}
              work={data}
              query={query}
              changing={work.isPlaceholderData}
              onMore={
                data.data.length < data.counts[query.of] && limit < atMost
                  ? () => setLimit(limit + pageSize)
                  : undefined
              }
              onClear={() => change({ text: "", due: null })}
            />
          )
        }
      </QueryBoundary>
      <TaskHere ids={shown.map(({ id }) => id)} />
    </div>
  );
}

/** What is given to one in a project where one has nothing yet must come in as well: all of them are followed. */
function useAllProjects(work: Work | undefined): void {
  const mayList = useCan()("project-list");
  const listed = useEndpoint(listProjects, {}, { staleTime: cacheMs, enabled: mayList }).data?.data;
  const all = useMemo(() => {
    const known = new Map((listed ?? []).map(({ id, revision }) => [id, { id, revision }]));
    for (const { id, revision } of work?.projects ?? []) if (!known.has(id)) known.set(id, { id, revision });
    return [...known.values()];
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

/** What is found, as it stands on the screen. */
function shownGroups(work: Work, query: WorkQuery, today: string) {
  const found = work.data.filter((task) => isDue(task, query.due, today) && matchesText(task, query.text));
  return groupsOf(found, work.projects, query.group, today);
}

interface GroupsProps {
  bookings: ReactNode;
  work: Work;
  query: WorkQuery;
  changing: boolean;
  onMore?: () => void;
  onClear: () => void;
}

function Groups({ bookings, work, query, changing, onMore, onClear }: GroupsProps) {
  const text = useText();
  const { number } = useFormat();
  const today = useToday();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const groups = shownGroups(work, query, today);
  const projectOf = new Map(work.projects.map((project) => [project.id, project]));
  if (work.data.length === 0) {
    return (
      <div ref={list} className={classes.groups} data-above-toasts>
        {bookings}
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
      {bookings}
      {groups.map((group) => {
        const name = "due" in group ? text(`work.due.${group.due}`) : group.project.title;
        return (
          <section
            key={name}
            aria-label={name}
            className={classes.group}
            data-due={"due" in group ? group.due : undefined}
          >
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
