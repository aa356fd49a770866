import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { MyTask, listMyTasks } from "../../../shared/work/tasks/tasks.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { StandaloneColumnGlyph } from "../../work/tasks/fields/ColumnPicker";
import { DueDay } from "../../work/tasks/fields/DueDay";
import { useShownTasks } from "../../work/projects/shown-order";
import { TaskLink } from "../../work/projects/TaskLink";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { Panel } from "../../ui/Panel";
import { PriorityBars } from "../../ui/signs/PriorityBars";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { TagChip } from "../../ui/signs/TagChip";
import linkRow from "../../ui/LinkRow.module.css";
import classes from "./dashboard.module.css";

const shownAtFirst = 8;

export function MyTasks({ query }: { query: UseQueryResult<ReplyOf<typeof listMyTasks>, Error> }) {
  const text = useText();
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const tasks = query.data?.data;
  const total = query.data?.meta.total ?? 0;
  const visibleTasks = all ? tasks : tasks?.slice(0, shownAtFirst);
  useShownTasks((visibleTasks ?? []).map(({ id }) => id));
  return (
    <Panel
      title={text("dashboard.myTasks")}
      count={total > 0 && number(total)}
      end={<Link to={paths.myWork}>{text("dashboard.allMyWork")}</Link>}
    >
      {query.isPending && <SkeletonRows rows={5} />}
      {query.error && !tasks && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {tasks?.length === 0 && (
        <EmptyState
          drawing={<TasksIllustration />}
          title={text("dashboard.noTasks")}
          text={text("dashboard.noTasks.why")}
          action={
            <Button component={Link} to={paths.projects}>
              {text("dashboard.openProjects")}
            </Button>
          }
        />
      )}
      {visibleTasks && visibleTasks.length > 0 && (
        <ul className={classes.list}>
          {visibleTasks.map((task) => (
            <Row key={task.id} task={task} />
          ))}
        </ul>
      )}
      {tasks && tasks.length > shownAtFirst && (
        <Button className={classes.more} variant="subtle" color="gray" size="xs" onClick={() => setAll(!all)}>
          {all ? text("dashboard.showFewer") : text("dashboard.showAll", { count: tasks.length })}
        </Button>
      )}
    </Panel>
  );
}

function Row({ task }: { task: MyTask }) {
  const text = useText();
  const { project, column } = task;
  return (
    <li className={`${linkRow.row} ${classes.task}`} data-task={task.id}>
      <StandaloneColumnGlyph column={column} />
      <span className={`key ${classes.key}`}>{task.key}</span>
      <TaskLink
        task={{ id: task.id, projectId: project.id }}
        className={`${linkRow.link} ${classes.title}`}
        data-card-link
      >
        <TruncatedName>{task.title}</TruncatedName>
      </TaskLink>
      <span className={classes.project}>
        <TagChip name={project.title} color={project.color} />
      </span>
      <span className={classes.due}>
        <DueDay task={task} />
      </span>
      <PriorityBars priority={task.priority} label={text(`task.priority.${task.priority}.label`)} />
    </li>
  );
}

function TasksIllustration() {
  return (
    <svg viewBox="0 0 112 64">
      <rect x="26" y="4" width="60" height="56" rx="5" />
      <path d="M46 18h30M46 32h30M46 46h18" />
      <path d="M33 18l3 3 5-6M33 32l3 3 5-6" stroke="var(--st-done)" />
      <circle cx="37" cy="46" r="3.5" strokeDasharray="2 2" />
    </svg>
  );
}
