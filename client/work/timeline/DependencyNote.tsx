import { Button } from "@mantine/core";
import { IconUnlink } from "@tabler/icons-react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import { useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import classes from "./Note.module.css";
import { planById } from "./timeline.state";
import { usePendingBars } from "./usePendingBars";
import { useChart } from "./useTimeline";

export function DependencyNote({
  projectId,
  blockerId,
  taskId,
}: {
  projectId: number;
  blockerId: number;
  taskId: number;
}) {
  const text = useText();
  const scope = useChart();
  const { removeBlocker } = usePendingBars(scope);
  const plan = planById(useStore(scope.store.state$), projectId);
  const task = plan && taskById(plan.drawn, taskId);
  const blocker = plan && taskById(plan.drawn, blockerId);
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
            removeBlocker(task, blocker);
          }}
        >
          {text("timeline.unlink")}
        </Button>
      )}
    </div>
  );
}
