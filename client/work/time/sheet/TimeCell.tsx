import { Popover, Tooltip } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { parseDuration } from "../../../../shared/work/time/duration.rules";
import type { SheetCell, SheetTask } from "../../../../shared/work/time/sheet.rules";
import { reportFailure } from "../../../platform/failure";
import { useFormat, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { wasBlurredByUser } from "../../../ui/fields/blur-tracking";
import { CellEntries } from "./CellEntries";
import { RunningTime } from "../timer/RunningTime";
import classes from "./TimeGrid.module.css";
import { markInvalid } from "./unsaved-cells";
import { useCellSaving } from "./useCellSaving";
import { useDurationFormat } from "../timer/useDurationFormat";

export interface TimeCellProps {
  task: SheetTask;
  cell: SheetCell;
  /** Coordinates of the cell in the grid, for arrow keys. */
  at: string;
  /** True for the only cell of the grid that is a tab stop. */
  current: boolean;
  dayMinutes: number;
  /** Initial text, from the key that started the input. */
  startWith?: string;
  onGo: (from: string, key: "up" | "down" | "start" | "end") => void;
}

export const arrowDirections = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

/** True if the key press is the first character of a duration. */
export const startsDuration = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[\d٠-٩۰-۹:.,]$/.test(key) && !ctrlKey && !metaKey && !altKey;

export function TimeCell({ task, cell, at, current, dayMinutes, startWith, onGo }: TimeCellProps) {
  const text = useText();
  const { day } = useFormat();
  const { hours } = useDurationFormat();
  const { minutes: cellMinutes, saving, save } = useCellSaving(task, cell);
  const [typed, setTyped] = useState<string | null>(startWith ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  /** The text that was sent last. Moving to the next cell blurs this one, which would send it again. */
  const sentText = useRef<string | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const invalid = problem !== null && typed !== null;
  useEffect(() => (invalid ? markInvalid(`${task.id} ${cell.date}`) : undefined), [task.id, cell.date, invalid]);
  const noted = cell.entries.some((entry) => entry.note);
  const where = text("time.cell", { key: task.key, day: day(cell.date, "long") });

  const go = (to: "up" | "down" | "start" | "end") => onGo(at, to);
  const commit = async (to: "up" | "down" | null) => {
    const trimmed = (typed ?? "").trim();
    const minutes = trimmed === "" ? 0 : parseDuration(trimmed);
    if (typed === null || typed === sentText.current) return;
    if (minutes === null) return setProblem(text("time.notALength"));
    sentText.current = typed;
    setProblem(null);
    setTyped(null);
    if (to) go(to);
    try {
      await save(minutes);
    } catch (error) {
      // Otherwise hours that are refused after the user has left the week would be lost without a message.
      if (!isMounted.current) return reportFailure(error as Error);
      // Keeps the typed value and shows the reason.
      sentText.current = null;
      setTyped(trimmed);
      setProblem(
        error instanceof ProblemError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : text("error.unknown"),
      );
    }
  };

  const onKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const arrow = arrowDirections[event.key as keyof typeof arrowDirections];
    if (arrow) {
      event.preventDefault();
      const rightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
      if (arrow === "left") go(rightToLeft ? "end" : "start");
      else if (arrow === "right") go(rightToLeft ? "start" : "end");
      else go(arrow);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (cell.entries.length === 1) void save(0).catch(reportFailure);
      else if (cell.entries.length > 1) setOpened(true);
    } else if (startsDuration(event)) {
      event.preventDefault();
      if (cell.entries.length > 1) setOpened(true);
      else {
        sentText.current = null;
        setTyped(event.key);
      }
    }
  };

  if (typed !== null) {
    const change = (next: string | null) => {
      sentText.current = null;
      setProblem(null);
      setTyped(next);
    };
    const cancel = () => {
      change(null);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-cell="${at}"]`)?.focus());
    };
    return (
      <DurationInput
        label={where}
        value={typed}
        problem={problem}
        onChange={change}
        onCommit={(to) => void commit(to)}
        onCancel={cancel}
      />
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={272} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          data-cell={at}
          data-saving={saving || undefined}
          tabIndex={current ? 0 : -1}
          aria-label={text("time.cell.value", {
            where,
            length: cellMinutes > 0 ? hours(cellMinutes) : text("time.cell.empty"),
            noted: noted ? "yes" : "no",
          })}
          onKeyDown={onKey}
          onClick={() => setOpened(true)}
        >
          {cell.running !== null ? (
            <RunningTime before={cell.minutes} />
          ) : cellMinutes > 0 ? (
            hours(cellMinutes)
          ) : (
            <span className={classes.dot} aria-hidden />
          )}
          {noted && <i className={classes.corner} aria-hidden />}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={where}>
        {opened && <CellEntries task={task} cell={cell} dayMinutes={dayMinutes} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface DurationInputProps {
  label: string;
  value: string;
  problem: string | null;
  onChange: (typed: string) => void;
  /** Receives the direction in which the focus moves; null if the input lost it. */
  onCommit: (to: "up" | "down" | null) => void;
  onCancel: () => void;
}

function DurationInput({ label, value, problem, onChange, onCommit, onCancel }: DurationInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter" || event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      onCommit(event.key === "ArrowUp" ? "up" : "down");
    } else if (event.key === "Escape") onCancel();
  };
  return (
    <Tooltip label={problem} disabled={problem === null} opened={problem !== null} color="danger">
      <input
        className={classes.input}
        value={value}
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        inputMode="text"
        // Focuses the input immediately, so that the key pressed on the cell becomes its first character.
        ref={(input) => {
          if (input && document.activeElement !== input && problem === null) input.focus();
        }}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => wasBlurredByUser() && problem === null && onCommit(null)}
      />
    </Tooltip>
  );
}
