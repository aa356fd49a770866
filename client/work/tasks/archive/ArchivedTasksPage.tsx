import { Button, Checkbox } from "@mantine/core";
import { IconArchiveOff, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { readProject } from "../../../../shared/work/projects/projects.contract";
import { type BoardReply, readBoard } from "../../../../shared/work/tasks/tasks.contract";
import { paths } from "../../../platform/paths";
import { useScreenTitle } from "../../../platform/screen-title";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useLingeringRows } from "../../../ui/kept/useLingeringRows";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { EmptyState } from "../../../ui/states/EmptyState";
import { PageHead } from "../../../ui/PageHead";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { ArchivedRow } from "./ArchivedRow";
import classes from "./ArchivedTasks.module.css";
import { ArchiveToolbar } from "./ArchiveToolbar";
import { ColumnPicker } from "../fields/ColumnPicker";
import { ProjectTabs } from "../../projects/ProjectTabs";
import { type ArchivedTask, useArchive, useArchiveFilter } from "./useArchive";
import { useArchiveActions } from "./useArchiveActions";
import { useProjectFollowing } from "../filters/useProjectFollowing";
import { parseIdParam } from "../../../platform/address/useAddress";
import flow from "../../../ui/layout/flow.module.css";

export function ArchivedTasksPage() {
  const projectId = parseIdParam(useParams().id);
  if (projectId === null) return <Navigate to={paths.notFound} replace />;
  return <Archive key={projectId} projectId={projectId} />;
}

/** No task has this tag, so the board is read with columns but without cards. */
const noCards = { tag_id: Number.MAX_SAFE_INTEGER };

function Archive({ projectId }: { projectId: number }) {
  const text = useText();
  const { filter, change } = useArchiveFilter();
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  const board = useEndpoint(readBoard, { params: { id: projectId }, query: noCards }).data;
  const archive = useArchive(projectId, filter);
  useScreenTitle(project?.title);
  useProjectFollowing(projectId);
  const filtering = filter.text.trim() !== "" || filter.by !== null || filter.within !== null;
  return (
    <div className={flow.fillColumn}>
      <PageHead title={<bdi>{project?.title ?? ""}</bdi>} tabs={<ProjectTabs projectId={projectId} />}>
        {project?.can.create_task && (
          <Button
            component={Link}
            to={paths.projectBin(projectId)}
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          >
            {text("title.bin")}
          </Button>
        )}
      </PageHead>
      <QueryBoundary query={archive} loading={<SkeletonRows rows={6} />} failed={text("archive.failed")}>
        {({ rows, meta: { total } }) => (
          <KeptRows tasks={rows} scope={JSON.stringify(filter)}>
            {(tasks, hold) =>
              tasks.length === 0 && total === 0 && !filtering ? (
                <EmptyState title={text("archive.empty")} text={text("archive.empty.why")} />
              ) : (
                <>
                  <ArchiveToolbar filter={filter} people={board?.users ?? []} total={total} onChange={change} />
                  {tasks.length === 0 ? (
                    <EmptyState title={text("picker.nothing")} />
                  ) : (
                    <Rows
                      rows={tasks}
                      hold={hold}
                      columns={board?.data ?? []}
                      canEdit={project?.can.create_task ?? false}
                      busy={archive.isPlaceholderData}
                      loadMore={archive.hasNextPage ? () => void archive.fetchNextPage() : undefined}
                      reading={archive.isFetchingNextPage}
                    />
                  )}
                </>
              )
            }
          </KeptRows>
        )}
      </QueryBoundary>
    </div>
  );
}

type Kept = ReturnType<typeof useLingeringRows<ArchivedTask>>;

interface KeptRowsProps {
  tasks: readonly ArchivedTask[];
  scope: string;
  children: (rows: Kept["rows"], hold: Kept["hold"]) => ReactNode;
}

/** Rows that leave the archive stay in place for some seconds. */
function KeptRows({ tasks, scope, children }: KeptRowsProps) {
  const { rows, hold } = useLingeringRows(tasks, ({ id }) => id, scope);
  return children(rows, hold);
}

interface RowsProps {
  rows: Kept["rows"];
  hold: Kept["hold"];
  columns: BoardReply["data"];
  canEdit: boolean;
  busy: boolean;
  loadMore: (() => void) | undefined;
  reading: boolean;
}

function Rows({ rows, hold, columns, canEdit, busy, loadMore, reading }: RowsProps) {
  const text = useText();
  const tasks = rows.filter(({ isRemoved }) => !isRemoved).map(({ row }) => row);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState<readonly ArchivedTask[]>([]);
  const acts = useArchiveActions((ids) => {
    setChosenIds((now) => new Set([...now].filter((id) => !ids.includes(id))));
    setDeleting([]);
  });
  const chosen = tasks.filter(({ id }) => chosenIds.has(id));
  const restore = (some: readonly ArchivedTask[], columnId: number) => {
    const column = columns.find(({ id }) => id === columnId);
    if (column) void acts.restore(some, column);
  };
  const choose = (id: number, on: boolean) =>
    setChosenIds((now) => (on ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id))));
  const [only] = deleting;
  return (
    <>
      {canEdit && (
        <div className={classes.bar}>
          <Checkbox
            checked={tasks.length > 0 && chosen.length === tasks.length}
            indeterminate={chosen.length > 0 && chosen.length < tasks.length}
            label={chosen.length > 0 ? text("archive.chosen", { count: chosen.length }) : text("archive.chooseAll")}
            onChange={(event) => setChosenIds(new Set(event.currentTarget.checked ? tasks.map(({ id }) => id) : []))}
          />
          {chosen.length > 0 && (
            <>
              <ColumnPicker
                columns={columns}
                chosen={null}
                label={text("archive.restoreTo")}
                onPick={(columnId) => restore(chosen, columnId)}
              >
                {(button) => (
                  <Button
                    size="xs"
                    loading={acts.busy}
                    leftSection={<IconArchiveOff size={14} stroke={1.75} />}
                    {...button}
                  >
                    {text("task.restore")}
                  </Button>
                )}
              </ColumnPicker>
              <Button
                size="xs"
                variant="subtle"
                color="danger"
                leftSection={<IconTrash size={14} stroke={1.75} />}
                onClick={() => setDeleting(chosen)}
              >
                {text("action.delete")}
              </Button>
            </>
          )}
        </div>
      )}
      <div className={classes.list} data-above-toasts aria-busy={busy}>
        <ul {...hold}>
          {rows.map(({ row: task, isRemoved }) => (
            <ArchivedRow
              key={task.id}
              task={task}
              isRemoved={isRemoved}
              columns={columns}
              canEdit={canEdit}
              chosen={chosenIds.has(task.id)}
              onChoose={(on) => choose(task.id, on)}
              onRestore={(columnId) => restore([task], columnId)}
              onDelete={() => setDeleting([task])}
            />
          ))}
        </ul>
        {loadMore && (
          <Button className={classes.more} size="xs" variant="subtle" color="gray" loading={reading} onClick={loadMore}>
            {text("work.more")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={only !== undefined}
        title={
          deleting.length === 1
            ? text("task.deleteTitle", { key: only?.key })
            : text("archive.deleteMany", { count: deleting.length })
        }
        confirmLabel={text("action.delete")}
        pending={acts.busy}
        onConfirm={() => void acts.remove(deleting)}
        onClose={() => setDeleting([])}
      >
        {deleting.length === 1 ? text("task.deleteWhy", { title: only?.title }) : text("archive.deleteManyWhy")}
      </ConfirmDialog>
    </>
  );
}
