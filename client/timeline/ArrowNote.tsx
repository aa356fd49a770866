import { Button } from "@mantine/core";
import { IconUnlink } from "@tabler/icons-react";
import { taskOf } from "../../shared/tasks/tasks.board";
import { useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import classes from "./Note.module.css";
import { planById } from "./timeline.state";
import { usePendingBars } from "./usePendingBars";
import { useChart } from "./useTimeline";

/** An arrow says what it means, and can be taken away. */
export function ArrowNote({ projectId, blockerId, taskId }: { projectId: number; blockerId: number; taskId: number }) {
  const text = useText();
  const scope = useChart();
  const { removeBlocker } = usePendingBars(scope);
  const plan = planById(useValue(scope.store.state$), projectId);
  const task = plan && taskOf(plan.drawn, taskId);
  const blocker = plan && taskOf(plan.drawn, blockerId);
  if (!plan || !task || !blocker) return null;
  return (
    <div className={classes.stack}>
      <span>{text("timeline.arrow", { key: task.key, blocker: blocker.key })}</span>
      {plan.facts.can.edit && (
        <Button
          size="xs"
          leftSection={<IconUnlink size={14} stroke={1.75} />}
          onClick={() => {
            scope.selection.select(null);
            removeBlocker(projectId, task, blocker);
          }}
        >
          {text("timeline.unlink")}
        </Button>
      )}
    </div>
  );
}
