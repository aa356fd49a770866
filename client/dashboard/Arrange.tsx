import { ActionIcon, Button, Modal, Switch } from "@mantine/core";
import { IconArrowDown, IconArrowsLeftRight, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { moved, type PanelName, placed, toggled } from "../../shared/dashboard/dashboard.rules";
import { useText } from "../platform/intl/useText";
import classes from "./Arrange.module.css";
import type { useLayout } from "./useLayout";

interface ArrangeProps {
  dashboard: ReturnType<typeof useLayout>;
  /** Panels that this person can have. */
  shown: ReadonlySet<PanelName>;
  onClose(): void;
}

/** Where panels stand: dragged, or moved by buttons; hidden, and back as it came. Kept with each step. */
export function Arrange({ dashboard, shown, onClose }: ArrangeProps) {
  const text = useText();
  const { layout, usual, own, arrange, reset } = dashboard;
  const [dragged, setDragged] = useState<PanelName | null>(null);
  const drop = (column: "main" | "side", before: PanelName | null) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged) arrange(placed(layout, dragged, column, before));
    setDragged(null);
  };
  const over = (event: DragEvent) => dragged && event.preventDefault();
  const row = (name: PanelName, column: "main" | "side" | null) => {
    const title = text(`dashboard.panel.${name}`);
    return (
      <li
        key={name}
        className={classes.row}
        draggable={column !== null}
        data-dragged={dragged === name || undefined}
        onDragStart={() => setDragged(name)}
        onDragEnd={() => setDragged(null)}
        onDragOver={over}
        onDrop={column ? drop(column, name) : undefined}
      >
        {column && <IconGripVertical size={16} className={classes.grip} aria-hidden />}
        <span className={classes.name}>{title}</span>
        {column && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text("dashboard.up", { title })}
              onClick={() => arrange(moved(layout, name, -1))}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text("dashboard.down", { title })}
              onClick={() => arrange(moved(layout, name, 1))}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text("dashboard.across", { title })}
              onClick={() => arrange(placed(layout, name, column === "main" ? "side" : "main", null))}
            >
              <IconArrowsLeftRight size={16} />
            </ActionIcon>
          </>
        )}
        <Switch
          size="xs"
          checked={column !== null}
          aria-label={text("dashboard.show", { title })}
          onChange={() => arrange(toggled(layout, name, usual))}
        />
      </li>
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={text("dashboard.arrange")}
      size={560}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {(["main", "side"] as const).map((column) => (
        <section key={column} onDragOver={over} onDrop={drop(column, null)}>
          <h3 className={classes.title}>{text(`dashboard.column.${column}`)}</h3>
          <ul className={classes.list}>
            {layout[column].filter((name) => shown.has(name)).map((name) => row(name, column))}
          </ul>
        </section>
      ))}
      {layout.hidden.length > 0 && (
        <section>
          <h3 className={classes.title}>{text("dashboard.column.hidden")}</h3>
          <ul className={classes.list}>
            {layout.hidden.filter((name) => shown.has(name)).map((name) => row(name, null))}
          </ul>
        </section>
      )}
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" disabled={!own} onClick={reset}>
          {text("dashboard.reset")}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {text("action.close")}
        </Button>
      </footer>
    </Modal>
  );
}
