import { ActionIcon, Button, Popover, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3, IconViewportNarrow, IconViewportWide } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { projectFieldKey } from "../../../../shared/work/fields/field-keys";
import { taskColumns } from "../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../platform/intl/useText";
import { useIsCompactWidth } from "../../../platform/useIsPhoneWidth";
import { useCurrentUser } from "../../../platform/session";
import { LightCheckbox } from "../../../ui/fields/LightCheckbox";
import { useColumnTitle } from "../fields/useColumnTitle";
import { useBoard } from "../state/useBoard";
import {
  defaultSettings,
  type ListColumn,
  type ListSettings,
  columnWidth,
  withColumn,
  withColumnMoved,
  withColumnWidth,
} from "./list.columns";
import classes from "./ListTools.module.css";
import type { ListSettingsUpdater } from "./useListSettings";

const widthStep = 24;

type ChangeColumn = (column: ListColumn, change: Parameters<ListSettingsUpdater>[0]) => void;

export function ColumnsMenu({
  settings,
  changeSettings,
}: {
  settings: ListSettings;
  changeSettings: ListSettingsUpdater;
}) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  // A row that moves loses the focus and gets it back at its new position.
  useLayoutEffect(() => {
    if (last.current === null) return;
    const row = box.current?.querySelector(`[data-choice="${last.current}"]`);
    if (row && !row.contains(document.activeElement)) row.querySelector("input")?.focus();
    last.current = null;
  }, [settings.columns]);
  const change: ChangeColumn = (column, update) => {
    last.current = column;
    changeSettings(update);
  };
  const compact = useIsCompactWidth();
  const { external } = useCurrentUser();
  const fields = useBoard(({ drawn }) => drawn.fields);
  const columns: readonly ListColumn[] = [...taskColumns, ...fields.map(({ id }) => projectFieldKey(id))];
  const hidden = columns.filter((column) => !settings.columns.includes(column) && !(external && column === "spent"));
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={336} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.tool}
          aria-haspopup="dialog"
          aria-expanded={open}
          title={compact ? text("list.columns") : undefined}
          onClick={() => setOpen(!open)}
        >
          <IconColumns3 size={16} stroke={1.75} aria-hidden />
          <span className={compact ? "sr-only" : undefined}>{text("list.columns")}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={text("list.columns")} p={6}>
        <div ref={box} className={classes.columns}>
          <p className={`${classes.heading} ${classes.steps}`} aria-hidden>
            <span>{text("list.columns.width")}</span>
            <span>{text("list.columns.order")}</span>
          </p>
          {settings.columns.map((column, at) => (
            <Shown
              key={column}
              column={column}
              first={at === 0}
              last={at === settings.columns.length - 1}
              settings={settings}
              change={change}
            />
          ))}
          {hidden.length > 0 && <p className={classes.heading}>{text("list.columns.hidden")}</p>}
          {hidden.map((column) => (
            <div key={column} className={classes.column} data-choice={column}>
              <Choice column={column} checked={false} change={change} />
            </div>
          ))}
        </div>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={classes.reset}
          onClick={() => changeSettings((now) => ({ ...defaultSettings, collapsed: now.collapsed }))}
        >
          {text("list.columns.reset")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ShownProps {
  column: ListColumn;
  first: boolean;
  last: boolean;
  settings: ListSettings;
  change: ChangeColumn;
}

function Shown({ column, first, last, settings, change }: ShownProps) {
  const text = useText();
  const name = useColumnTitle()(column);
  const widen = (by: number) =>
    change(column, (now) => withColumnWidth(now, column, columnWidth(settings, column) + by));
  const step = (label: string, onClick: () => void, icon: ReactNode, disabled = false) => (
    <ActionIcon size={24} variant="subtle" color="gray" aria-label={label} title={label} {...{ onClick, disabled }}>
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.column} data-choice={column}>
      <Choice column={column} checked change={change} />
      {step(text("list.columns.narrower", { name }), () => widen(-widthStep), <IconViewportNarrow size={14} />)}
      {step(text("list.columns.wider", { name }), () => widen(widthStep), <IconViewportWide size={14} />)}
      {step(
        text("list.columns.back", { name }),
        () => change(column, (now) => withColumnMoved(now, column, -1)),
        <IconArrowUp size={14} />,
        first,
      )}
      {step(
        text("list.columns.on", { name }),
        () => change(column, (now) => withColumnMoved(now, column, 1)),
        <IconArrowDown size={14} />,
        last,
      )}
    </div>
  );
}

function Choice({ column, checked, change }: { column: ListColumn; checked: boolean; change: ChangeColumn }) {
  const name = useColumnTitle()(column);
  return (
    <label>
      <LightCheckbox
        label={name}
        checked={checked}
        disabled={column === "title"}
        onToggle={() => change(column, (now) => withColumn(now, column, !checked))}
      />
      <bdi className="clip">{name}</bdi>
    </label>
  );
}
