import { ActionIcon, Button, Switch } from "@mantine/core";
import { IconArrowDown, IconArrowsLeftRight, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { movePanel, type PanelName, placePanel, togglePanel } from "../../../shared/insights/dashboard/dashboard.rules";
import { useText } from "../../platform/intl/useText";
import classes from "./ArrangePanels.module.css";
import type { useDashboardLayout } from "./useDashboardLayout";
import { Dialog } from "../../ui/Dialog";
import flow from "../../ui/layout/flow.module.css";

interface ArrangePanelsProps {
  dashboard: ReturnType<typeof useDashboardLayout>;
  availablePanels: ReadonlySet<PanelName>;
  onClose(): void;
}

export function ArrangePanels({ dashboard, availablePanels, onClose }: ArrangePanelsProps) {
  const text = useText();
  const { layout, defaultLayout, isCustomized, saveLayout, resetLayout } = dashboard;
  const [dragged, setDragged] = useState<PanelName | null>(null);
  /** Dropping a panel on a column shows it. Dropping it on the hidden panels hides it. */
  const drop = (column: "main" | "side" | null, before: PanelName | null) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged && column) saveLayout(placePanel(layout, dragged, column, before));
    else if (dragged && !layout.hidden.includes(dragged)) saveLayout(togglePanel(layout, dragged, defaultLayout));
    setDragged(null);
  };
  const over = (event: DragEvent) => dragged && event.preventDefault();
  const row = (name: PanelName, column: "main" | "side" | null) => {
    const title = text(`dashboard.panel.${name}`);
    return (
      <li
        key={name}
        className={classes.row}
        draggable
        data-dragged={dragged === name || undefined}
        onDragStart={() => setDragged(name)}
        onDragEnd={() => setDragged(null)}
        onDragOver={over}
        onDrop={drop(column, name)}
      >
        <IconGripVertical size={16} className={classes.grip} aria-hidden />
        <span className={flow.growOrShrink}>{title}</span>
        {column && (
          <>
            <ActionIcon
              aria-label={text("dashboard.up", { title })}
              onClick={() => saveLayout(movePanel(layout, name, -1, availablePanels))}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={text("dashboard.down", { title })}
              onClick={() => saveLayout(movePanel(layout, name, 1, availablePanels))}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={text("dashboard.across", { title })}
              onClick={() => saveLayout(placePanel(layout, name, column === "main" ? "side" : "main", null))}
            >
              <IconArrowsLeftRight size={16} />
            </ActionIcon>
          </>
        )}
        <Switch
          size="xs"
          checked={column !== null}
          aria-label={text("dashboard.show", { title })}
          onChange={() => saveLayout(togglePanel(layout, name, defaultLayout))}
        />
      </li>
    );
  };
  return (
    <Dialog opened onClose={onClose} title={text("dashboard.arrange")} size={560}>
      {(["main", "side"] as const).map((column) => (
        <section key={column} onDragOver={over} onDrop={drop(column, null)}>
          <h3 className={classes.title}>{text(`dashboard.column.${column}`)}</h3>
          <ul className={classes.list}>
            {layout[column].filter((name) => availablePanels.has(name)).map((name) => row(name, column))}
          </ul>
        </section>
      ))}
      {layout.hidden.some((name) => availablePanels.has(name)) && (
        <section onDragOver={over} onDrop={drop(null, null)}>
          <h3 className={classes.title}>{text("dashboard.column.hidden")}</h3>
          <ul className={classes.list}>
            {layout.hidden.filter((name) => availablePanels.has(name)).map((name) => row(name, null))}
          </ul>
        </section>
      )}
      <footer className={classes.footer}>
        <Button variant="subtle" color="gray" disabled={!isCustomized} onClick={resetLayout}>
          {text("dashboard.reset")}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {text("action.close")}
        </Button>
      </footer>
    </Dialog>
  );
}
