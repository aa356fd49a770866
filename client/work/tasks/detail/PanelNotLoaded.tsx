import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { OfflineError } from "../../../platform/problem-error";
import { ErrorState } from "../../../ui/states/ErrorState";
import classes from "./TaskPanel.module.css";
import { useOpenTask } from "../../projects/open-task";
import flow from "../../../ui/layout/flow.module.css";

export function PanelNotLoaded({ onRetry }: { onRetry: () => void }) {
  const text = useText();
  const { show } = useOpenTask();
  return (
    <section className={classes.panel} role="dialog" aria-label={text("task.panel")}>
      <header className={classes.head}>
        <span className={flow.grow} />
        <ActionIcon aria-label={text("action.close")} onClick={() => show(null)}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <ErrorState error={new OfflineError()} title={text("task.failed")} onRetry={onRetry} />
    </section>
  );
}
