import { Button } from "@mantine/core";
import { IconLayoutKanban } from "@tabler/icons-react";
import { useState } from "react";
import {
  type DeletedProject,
  listDeletedProjects,
  purgeDeletedProject,
  restoreDeletedProject,
} from "../../../shared/work/projects/deleted-projects.contract";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { usePagedList } from "../../platform/pages";
import { refetch, useAction } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { ListLoading } from "../../ui/records/ListBody";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { toast } from "../../ui/toast/toast";
import { BinRow, PurgeDialog } from "./BinRow";
import classes from "./bin.module.css";

export function DeletedProjects() {
  const text = useText();
  const { number } = useFormat();
  const [purged, setPurged] = useState<DeletedProject | null>(null);
  const list = usePagedList(listDeletedProjects, { query: { per_page: 50 } });
  return (
    <>
      <PageHead title={text("title.deletedProjects")} />
      <QueryBoundary query={list} loading={<ListLoading />} failed={text("bin.failed")}>
        {({ rows, meta: { total } }) => (
          <div className={classes.page}>
            {rows.length === 0 ? (
              <EmptyState title={text("bin.noProjects")} text={text("bin.noProjects.why")} />
            ) : (
              <Panel title={text("title.deletedProjects")} count={number(total)}>
                <ul className={classes.list}>
                  {rows.map((project) => (
                    <ProjectRow key={project.id} project={project} onPurge={() => setPurged(project)} />
                  ))}
                </ul>
                {list.hasNextPage && (
                  <Button
                    className={classes.more}
                    size="xs"
                    variant="subtle"
                    color="gray"
                    loading={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                  >
                    {text("work.more")}
                  </Button>
                )}
              </Panel>
            )}
          </div>
        )}
      </QueryBoundary>
      {purged && <PurgeProjectDialog project={purged} onClose={() => setPurged(null)} />}
    </>
  );
}

const nameOf = ({ code, title }: DeletedProject): string => `${code} ${title}`;

/** The lists also follow the events of other users. */
const refetchLists = (): void => {
  void refetch(listDeletedProjects);
  void refetch(listProjects);
};

function ProjectRow({ project, onPurge }: { project: DeletedProject; onPurge: () => void }) {
  const restore = useAction(restoreDeletedProject, {
    onSuccess: ({ message }) => {
      refetchLists();
      toast.done(message ?? "");
    },
  });
  return (
    <BinRow
      icon={<IconLayoutKanban size={16} stroke={1.75} aria-hidden />}
      name={nameOf(project)}
      kind={null}
      deletion={project}
      isRestoring={restore.isPending}
      onRestore={() => restore.mutate({ params: { id: project.record_id } })}
      onPurge={onPurge}
    />
  );
}

function PurgeProjectDialog({ project, onClose }: { project: DeletedProject; onClose: () => void }) {
  const purge = useAction(purgeDeletedProject, {
    onSuccess: () => {
      refetchLists();
      onClose();
    },
  });
  return (
    <PurgeDialog
      name={nameOf(project)}
      isPending={purge.isPending}
      onConfirm={() => purge.mutate({ params: { id: project.record_id } })}
      onClose={onClose}
    />
  );
}
