import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import {
  addBlocker,
  isBlocking,
  type RelatedTask,
  removeBlocker,
} from "../../../../shared/work/tasks/blockers.contract";
import { listTasks } from "../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction, useEndpoint } from "../../../platform/query";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { statusOfColumn } from "../state/column.status";
import classes from "./DependencyRow.module.css";
import { FieldNoteBox } from "./FieldNote";
import { FieldRow } from "./FieldRow";
import { Picker } from "../../../ui/fields/Picker";
import props from "./TaskProperties.module.css";
import { useShownTask } from "./shown-task";
import { TaskLink } from "../../projects/TaskLink";

/** Maximum number of options shown; others are found by typing. */
const maxShown = 40;

export function DependencyRow({ side }: { side: "blockers" | "blocking" }) {
  const text = useText();
  const task = useShownTask();
  const [refused, setRefused] = useState<string | null>(null);
  const onProblem = (error: Error) => {
    if (!(error instanceof ProblemError)) return false;
    setRefused(error.message);
    return true;
  };
  const add = useAction(addBlocker, { onProblem });
  const remove = useAction(removeBlocker, { onProblem });
  const ends = (other: number) =>
    side === "blockers" ? { id: task.id, blocker_id: other } : { id: other, blocker_id: task.id };
  const act = (action: typeof add, other: number) => {
    setRefused(null);
    action.mutate({ params: ends(other) });
  };
  const editable = task.can.edit;
  const list = task[side];
  if (list.length === 0 && !editable) return null;
  return (
    <FieldRow label={text(side === "blockers" ? "task.blockedBy" : "task.blocks")}>
      <ul className={classes.list}>
        {list.map((one) => (
          <li key={one.id} className={classes.item} data-open={(side === "blockers" && isBlocking(one)) || undefined}>
            <RelatedLink task={one} />
            {editable && (
              <ActionIcon
                size={22}
                className={classes.remove}
                aria-label={text("task.unlink", { key: one.key })}
                onClick={() => act(remove, one.id)}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {editable && <AddLink side={side} list={list} pending={add.isPending} onPick={(id) => act(add, id)} />}
      {refused && (
        <FieldNoteBox>
          <span>{refused}</span>
          <button type="button" onClick={() => setRefused(null)}>
            {text("board.refused.discard")}
          </button>
        </FieldNoteBox>
      )}
    </FieldRow>
  );
}

function RelatedLink({ task: one }: { task: RelatedTask }) {
  const text = useText();
  const task = useShownTask();
  const board = {
    columnIds: task.columns.map(({ id }) => id),
    columns: Object.fromEntries(task.columns.map((column) => [column.id, column])),
  };
  return (
    <TaskLink
      task={{ id: one.id, projectId: task.project_id }}
      className={classes.link}
      title={`${one.key} ${one.title}`}
    >
      <StatusGlyph status={statusOfColumn(board, one.task_status_id)} />
      <bdi className={classes.key}>{one.key}</bdi>
      <bdi className={classes.title}>{one.title}</bdi>
      {one.archived && <span className={props.muted}>{text("task.archivedNow")}</span>}
    </TaskLink>
  );
}

interface AddLinkProps {
  side: "blockers" | "blocking";
  list: readonly RelatedTask[];
  pending: boolean;
  onPick: (id: number) => void;
}

function AddLink({ side, list, pending, onPick }: AddLinkProps) {
  const text = useText();
  const task = useShownTask();
  const [isRequested, setRequested] = useState(false);
  const params = { id: task.project_id };
  const query = useEndpoint(listTasks, { params }, { enabled: isRequested });
  const all = query.data?.data ?? [];
  const excludedIds = new Set([task.id, ...list.map(({ id }) => id)]);
  const options = all.flatMap(({ id, key, title }) =>
    excludedIds.has(id) ? [] : [{ value: String(id), label: `${key} ${title}` }],
  );
  return (
    <Picker
      options={options}
      reads={[query]}
      chosen={[]}
      onPick={(value) => onPick(Number(value))}
      searchLabel={text("task.findTask")}
      searchable
      most={maxShown}
      width={320}
    >
      {({ onClick, ...button }) => (
        <UnstyledButton
          className={`${props.value} ${props.none}`}
          aria-label={text(side === "blockers" ? "task.addBlocker" : "task.addBlocked")}
          aria-busy={pending || undefined}
          {...button}
          onClick={() => {
            setRequested(true);
            onClick();
          }}
        >
          {list.length === 0 ? text("field.none") : <IconPlus size={14} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      )}
    </Picker>
  );
}
