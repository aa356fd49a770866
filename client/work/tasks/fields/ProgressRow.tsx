import { Button, Slider } from "@mantine/core";
import { useState } from "react";
import { progressOfSubtasks } from "../../../../shared/work/tasks/tasks.progress.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "./shown-task";
import classes from "./TaskProperties.module.css";
import type { TaskFields } from "./useTaskFields";

/** Progress slider: 0 is todo, 100 is done, values between are in progress. Saved on release. It can also follow the subtasks' progress. */
export function ProgressRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const { percent } = useFormat();
  const task = useShownTask();
  const saved = fields.value<number>("progress");
  const [moving, setMoving] = useState<number | null>(null);
  const value = moving ?? saved;
  const fromSubtasks = progressOfSubtasks(task.subtask_done_count, task.subtask_count);
  return (
    <FieldRow label={text("task.progress")} field="progress" fields={fields}>
      <span className={classes.value}>
        <span className={classes.progress}>
          <Slider
            classNames={{ track: classes.track }}
            size={4}
            thumbSize={14}
            step={5}
            label={null}
            value={value}
            disabled={!task.can.edit}
            thumbLabel={text("task.progress")}
            thumbProps={{ "aria-valuetext": percent(value) } as never}
            onChange={setMoving}
            onChangeEnd={(end) => {
              setMoving(null);
              if (end !== saved) fields.save("progress", end);
            }}
          />
        </span>
        <span className="num">{percent(value)}</span>
      </span>
      {task.can.edit && task.column.kind !== "done" && task.subtask_count > 0 && saved !== fromSubtasks && (
        <Button size="compact-xs" variant="subtle" onClick={() => fields.save("progress", fromSubtasks)}>
          {text("task.followSubtasks", { percent: percent(fromSubtasks) })}
        </Button>
      )}
    </FieldRow>
  );
}
