import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { singleProject } from "../../shared/projects/projects.contract";
import { archivedTasks, readBoard } from "../../shared/tasks/tasks.contract";
import { foldText } from "../../shared/tasks/tasks.filter.rules";
import { paths } from "../app/paths";
import { useScreenTitle } from "../app/screen-title";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { EmptyState } from "../ui/EmptyState";
import { PageHead, Toolbar } from "../ui/PageHead";
import { QueryBoundary } from "../ui/QueryBoundary";
import { SkeletonRows } from "../ui/Skeleton";
import { ArchivedRow } from "./ArchivedRow";
import classes from "./ArchivedTasks.module.css";
import { idOf } from "./path-id";
import { ProjectTabs } from "./ProjectTabs";
import { useProjectFollowing } from "./useProjectFollowing";

export type ArchivedTask = ReplyOf<typeof archivedTasks>["data"][number];

export function ArchivedTasksPage() {
  const projectId = idOf(useParams().id);
  if (projectId === null) return <Navigate to={paths.notFound} replace />;
  return <Archive key={projectId} projectId={projectId} />;
}

/** What was put away: found again, brought back to a column, or deleted for good. */
function Archive({ projectId }: { projectId: number }) {
  const text = useText();
  const [search, setSearch] = useState("");
  const project = useEndpoint(singleProject, { params: { id: projectId } }).data?.data;
  const tasks = useEndpoint(archivedTasks, { params: { id: projectId } });
  useScreenTitle(project?.title);
  useProjectFollowing(projectId);
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const matches = (task: ArchivedTask) => words.every((word) => foldText(`${task.key} ${task.title}`).includes(word));
  return (
    <div className={classes.page}>
      <PageHead title={<bdi>{project?.title ?? ""}</bdi>} tabs={<ProjectTabs projectId={projectId} />} />
      <QueryBoundary query={tasks} loading={<SkeletonRows rows={6} />} failed={text("archive.failed")}>
        {({ data }) => {
          if (data.length === 0) return <EmptyState title={text("archive.empty")} text={text("archive.empty.why")} />;
          const found = data.filter(matches);
          return (
            <>
              <Toolbar>
                <TextInput
                  size="xs"
                  className={classes.search}
                  value={search}
                  placeholder={text("archive.search")}
                  aria-label={text("archive.search")}
                  leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
                <span className={classes.count}>{text("board.column.tasks", { count: found.length })}</span>
              </Toolbar>
              <Rows tasks={found} projectId={projectId} canEdit={project?.can.create_task ?? false} />
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}

/** A column that holds no tag has no tasks: this reads the columns of the board and none of its cards. */
const noCards = { tag_id: Number.MAX_SAFE_INTEGER };

function Rows({ tasks, projectId, canEdit }: { tasks: readonly ArchivedTask[]; projectId: number; canEdit: boolean }) {
  const text = useText();
  const board = useEndpoint(readBoard, { params: { id: projectId }, query: noCards }).data;
  if (tasks.length === 0) return <EmptyState title={text("picker.nothing")} />;
  return (
    <ul className={classes.list}>
      {tasks.map((task) => (
        <ArchivedRow
          key={task.id}
          task={task}
          columns={board?.data ?? []}
          users={board?.users ?? []}
          canEdit={canEdit}
        />
      ))}
    </ul>
  );
}
