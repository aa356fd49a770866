import { readTypedNumber } from "../../../../shared/kernel/typed-numbers";
import type { FigureField } from "../../../../shared/work/tasks/tasks.field-lists";
import { type Figure, taskFields } from "../../../../shared/work/tasks/tasks.fields";
import { parseDuration } from "../../../../shared/work/time/duration.rules";
import { roundToHours } from "../../../../shared/work/time/hours.rules";
import { useFormat } from "../../../platform/intl/useText";
import { useDuration } from "../../../ui/fields/useDuration";

const unitOf = (field: FigureField): Figure["unit"] => taskFields[field].figure.unit;

/** Formats figures by their unit; `typed` is the initial text for editing. */
export function useFigures() {
  const { percent } = useFormat();
  const duration = useDuration();
  const formats = { percent, minutes: duration };
  const inputFormats = { percent: String, minutes: duration };
  return {
    shown: (field: FigureField, value: number) => formats[unitOf(field)](value),
    typed: (field: FigureField, value: number | null) => (value === null ? "" : inputFormats[unitOf(field)](value)),
  };
}

const parsers: Record<Figure["unit"], (typed: string) => number | null> = {
  percent: parseNumber,
  minutes: parseDuration,
};

/** Null if nothing is typed and the figure can be unset; undefined if the text is invalid. */
export function parseFigure(field: FigureField, typed: string): number | null | undefined {
  const { figure, initial } = taskFields[field];
  const trimmed = typed.trim();
  if (trimmed === "") return initial === null ? null : undefined;
  const value = parsers[figure.unit](trimmed);
  return value !== null && value >= figure.min && value <= figure.max ? value : undefined;
}

/** Parses a whole number with digits of any script, with or without a percent sign. */
function parseNumber(typed: string): number | null {
  const reading = readTypedNumber(typed.replace(/[%٪]/g, ""), { decimal: ".", group: "," }, { decimals: 0 });
  return reading.kind === "number" && Number.isInteger(Number(reading.value)) ? Number(reading.value) : null;
}

/** Durations are exported in hours. */
export const isDuration = (field: FigureField): boolean => unitOf(field) === "minutes";

export const exportedFigure = (field: FigureField, value: number | null) =>
  value !== null && isDuration(field) ? roundToHours(value) : value;
