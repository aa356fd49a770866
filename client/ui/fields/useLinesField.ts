import { type ClipboardEvent, useState } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { isTooLong, useLengthError } from "./length";
import { type Line, linesOf, maxLines, onPasteLines } from "./pasted-lines";

/**
 * A field that adds a record per line, by Enter or paste. Typed text is added as it is. If a line is too long or there are too many, nothing
 * is added, the text stays and the reason is shown.
 */
export function useLinesField(max: number, add: (lines: readonly Line[]) => void, start = "") {
  const text = useText();
  const { number } = useFormat();
  const lengthError = useLengthError();
  const [typed, setTyped] = useState(start);
  const [refused, setRefused] = useState<string | null>(null);
  const change = (next: string) => {
    setTyped(next);
    setRefused(null);
  };
  const addAll = (lines: readonly Line[]) => {
    if (lines.length > maxLines)
      return setRefused(text("field.tooManyLines", { count: number(lines.length), max: number(maxLines) }));
    const at = lines.findIndex((line) => isTooLong(line.title, max));
    if (at < 0) return add(lines);
    const count = number((lines[at] as Line).title.trim().length);
    // For a single line, the error is already shown below the field.
    if (lines.length > 1) setRefused(text("field.lineTooLong", { line: number(at + 1), count, max: number(max) }));
  };
  return {
    typed,
    change,
    error: refused ?? lengthError(typed, max),
    submit: () => addAll(linesOf(typed).map((title) => ({ title, isChecked: false }))),
    onPaste: (event: ClipboardEvent) => onPasteLines(typed, addAll)(event),
  };
}
