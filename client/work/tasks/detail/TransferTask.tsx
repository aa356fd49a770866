import { Select } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { listProjects } from "../../../../shared/work/projects/projects.contract";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { readBoard } from "../../../../shared/work/tasks/tasks.contract";
import { previewTransfer, transferTask } from "../../../../shared/work/tasks/transfer.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction, useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { toast } from "../../../ui/toast/toast";
import { FailedReads } from "../../../ui/states/FailedReads";

interface TransferTaskProps {
  task: TaskDetail;
  onMoved: (projectId: number) => void;
  onClose: () => void;
}

export function TransferTask({ task, onMoved, onClose }: TransferTaskProps) {
  const text = useText();
  const me = useCurrentUser();
  const [projectId, setProjectId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const query = useEndpoint(listProjects, { query: { archived: 0 } });
  const all = query.data?.data ?? [];
  const creatable = new Set(
    me.project_permissions.flatMap(({ project_id, permissions }) =>
      permissions.includes("task-create") ? [project_id] : [],
    ),
  );
  const projects = all.filter(({ id, archived }) => id !== task.project_id && !archived && creatable.has(id));
  const target = { id: Number(projectId ?? 0) };
  const isChosen = projectId !== null;
  const board = useEndpoint(readBoard, { params: target, query: {} }, { enabled: isChosen });
  const preview = useEndpoint(
    previewTransfer,
    { params: { id: task.id }, query: { project_id: target.id } },
    { enabled: isChosen, staleTime: 0 },
  );
  const columns = isChosen ? (board.data?.data ?? []) : [];
  const usual = columns.find(({ kind }) => kind === task.column.kind) ?? columns[0];
  const columnId = chosen ?? (usual ? String(usual.id) : null);
  const transfer = useAction(transferTask, {
    onSuccess: ({ message, data }) => {
      toast.done(message ?? "");
      onMoved(data.project_id);
    },
    onProblem: (error) => {
      if (!(error instanceof ProblemError)) return false;
      setRefused(error.message);
      return true;
    },
  });
  const confirm = () => {
    if (projectId === null) return setRefused(text("field.required"));
    // A task isn't moved before the dialog says which values it loses.
    if (!preview.data) {
      if (preview.error instanceof ProblemError) setRefused(preview.error.message);
      return void preview.refetch();
    }
    const task_status_id = columnId === null ? undefined : Number(columnId);
    transfer.mutate({ params: { id: task.id }, body: { project_id: Number(projectId), task_status_id } });
  };
  return (
    <ConfirmDialog
      opened
      tone="accent"
      title={text("task.transfer.title", { key: task.key })}
      confirmLabel={text("task.transfer.do")}
      pending={transfer.isPending}
      canConfirm={!preview.isFetching}
      onConfirm={confirm}
      onClose={onClose}
    >
      <FailedReads reads={[query, board, preview]} />
      <Select
        label={text("task.transfer.project")}
        placeholder={text("task.transfer.choose")}
        data={projects.map(({ id, title, code }) => ({ value: String(id), label: `${code} ${title}` }))}
        value={projectId}
        error={refused}
        nothingFoundMessage={text(query.isLoadingError ? "error.notLoaded" : "picker.nothing")}
        searchable
        data-autofocus
        onChange={(value) => {
          setProjectId(value);
          setChosen(null);
          setRefused(null);
        }}
      />
      <Select
        label={text("task.status")}
        data={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={columnId}
        disabled={columns.length === 0}
        allowDeselect={false}
        onChange={setChosen}
      />
      <p>{text("task.transfer.why")}</p>
      {isChosen && preview.data && <FieldValuesNote fields={preview.data.data.fields} />}
    </ConfirmDialog>
  );
}

/** Says which values of project fields the task keeps and loses in the chosen project. */
function FieldValuesNote({ fields }: Pick<ReplyOf<typeof previewTransfer>["data"], "fields">) {
  const text = useText();
  const { list } = useFormat();
  const titlesOf = (extent: (typeof fields)[number]["kept"]) =>
    fields.filter((field) => field.kept === extent).map(({ title }) => title);
  return (
    <div role="status">
      {(["all", "some", "none"] as const).map((extent) => {
        const titles = titlesOf(extent);
        return (
          titles.length > 0 && <p key={extent}>{text(`task.transfer.fields.${extent}`, { fields: list(titles) })}</p>
        );
      })}
    </div>
  );
}
