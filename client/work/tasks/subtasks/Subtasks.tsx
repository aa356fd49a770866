import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import type { Person } from "../../../ui/signs/people";
import { AddSubtask } from "./AddSubtask";
import { SubtaskRows } from "./SubtaskRows";
import classes from "./Subtasks.module.css";
import { useSubtasks } from "./useSubtasks";
import tones from "../../../ui/layout/tones.module.css";
import flow from "../../../ui/layout/flow.module.css";

interface SubtasksProps {
  task: TaskDetail;
  people: readonly Person[];
}

export function Subtasks({ task, people }: SubtasksProps) {
  const text = useText();
  const { number } = useFormat();
  const list = useSubtasks(task);
  const [adding, setAdding] = useState(false);
  const { subtasks } = list;
  const mayAdd = task.can.edit && !task.archived;
  if (subtasks.length === 0 && list.adding.length === 0 && !mayAdd) return null;
  const done = subtasks.filter((subtask) => subtask.completed === 1).length;
  const total = subtasks.length;
  return (
    <section aria-labelledby="task-subtasks">
      <header className={classes.head}>
        <h2 id="task-subtasks">{text("task.subtasks")}</h2>
        {total > 0 && (
          <>
            <span className={tones.quietFigures}>
              {text("board.column.shownOf", { shown: number(done), count: number(total) })}
            </span>
            <span className={classes.bar} aria-hidden>
              <i style={{ inlineSize: `${(done / total) * 100}%` }} />
            </span>
          </>
        )}
        <span className={flow.grow} />
        {mayAdd && (
          <ActionIcon aria-label={text("subtask.add")} title={text("subtask.add")} onClick={() => setAdding(true)}>
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      <SubtaskRows task={task} people={people} list={list} editable={mayAdd} />
      {list.adding.length > 0 && (
        <ul className={classes.adding} aria-label={text("subtask.adding")}>
          {list.adding.map(({ key, name, isCompleted }) => (
            <li key={key} className={classes.row} data-done={isCompleted || undefined}>
              <span className={classes.box} />
              <bdi className={classes.name}>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddSubtask people={people} onAdd={list.actions.add} onDone={() => setAdding(false)} />}
    </section>
  );
}
