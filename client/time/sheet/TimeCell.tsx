import { Popover, Tooltip } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { parseDuration } from "../../../shared/time/duration.rules";
import type { Cell, SheetTask } from "../../../shared/time/sheet.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { wasLeft } from "../../ui/form/leaving";
import { CellEntries } from "./CellEntries";
import { RunningTime } from "../timer/RunningTime";
import classes from "./TimeGrid.module.css";
import { useCellSaving } from "./useCellSaving";
import { useClock } from "../timer/useClock";

export interface TimeCellProps {
  task: SheetTask;
  cell: Cell;
  /** Its place in the grid, for the arrow keys. */
  at: string;
  /** The one cell of the grid that Tab stops at. */
  current: boolean;
  dayMinutes: number;
  /** What was typed already. */
  startWith?: string;
  onGo: (from: string, key: "up" | "down" | "start" | "end") => void;
}

export const arrows = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" } as const;

/** The first sign of a length of time. */
export const beginsLength = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[\d٠-٩۰-۹:.,]$/.test(key) && !ctrlKey && !metaKey && !altKey;

/** A cell that can be written into: type a length, or Enter for hours, minutes and note. */
export function TimeCell({ task, cell, at, current, dayMinutes, startWith, onGo }: TimeCellProps) {
  const text = useText();
  const { day } = useFormat();
  const { hours } = useClock();
  const save = useCellSaving(task, cell);
  const [typed, setTyped] = useState<string | null>(startWith ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const [opened, setOpened] = useState(false);
  const noted = cell.entries.some((entry) => entry.note);
  const where = text("time.cell", { key: task.key, day: day(cell.date, "long") });

  const go = (to: "up" | "down" | "start" | "end") => onGo(at, to);
  const commit = async (to: "up" | "down" | null) => {
    const written = (typed ?? "").trim();
    const minutes = written === "" ? 0 : parseDuration(written);
    if (busy.current) return; // going on to the next cell takes the focus from this one, which would send it again
    if (minutes === null) return setProblem(text("time.notALength"));
    busy.current = true;
    setProblem(null);
    if (to) go(to);
    setSaving(true);
    try {
      await save(minutes);
      setTyped(null);
    } catch (error) {
      // What was typed stays, with the reason.
      setProblem(
        error instanceof ProblemError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : text("error.offline"),
      );
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  const onKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const arrow = arrows[event.key as keyof typeof arrows];
    if (arrow) {
      event.preventDefault();
      const rightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
      if (arrow === "left") go(rightToLeft ? "end" : "start");
      else if (arrow === "right") go(rightToLeft ? "start" : "end");
      else go(arrow);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (cell.entries.length === 1) void save(0).catch(() => undefined);
      else if (cell.entries.length > 1) setOpened(true);
    } else if (beginsLength(event)) {
      event.preventDefault();
      if (cell.entries.length > 1) setOpened(true);
      else setTyped(event.key);
    }
  };

  if (typed !== null && !(saving && problem === null)) {
    return (
      <Tooltip label={problem} disabled={problem === null} opened={problem !== null} color="danger">
        <input
          className={classes.input}
          value={typed}
          aria-label={where}
          aria-invalid={problem !== null || undefined}
          inputMode="text"
          // The key that was pressed on the cell is the first of what is typed.
          ref={(input) => {
            if (input && document.activeElement !== input && problem === null) input.focus();
          }}
          onChange={(event) => {
            setProblem(null);
            setTyped(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Enter" || event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault();
              void commit(event.key === "ArrowUp" ? "up" : "down");
            } else if (event.key === "Escape") {
              setTyped(null);
              setProblem(null);
              requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-cell="${at}"]`)?.focus());
            }
          }}
          onBlur={() => wasLeft() && problem === null && !saving && void commit(null)}
        />
      </Tooltip>
    );
  }
  const shown = saving && typed !== null ? (parseDuration(typed) ?? 0) : cell.minutes;
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
            length: shown > 0 ? hours(shown) : text("time.cell.empty"),
            noted: noted ? "yes" : "no",
          })}
          onKeyDown={onKey}
          onClick={() => setOpened(true)}
        >
          {cell.running !== null ? (
            <RunningTime before={cell.minutes} />
          ) : shown > 0 ? (
            hours(shown)
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
