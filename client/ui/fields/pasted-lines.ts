/** Maximum number of lines that are added at once. */
export const maxLines = 200;

/** Returns the lines of a text that contain something, as typed. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

export interface Line {
  title: string;
  /** Whether the line was a checked item of a checklist. */
  isChecked: boolean;
}

/** The sign or the Markdown for a checkbox; the rich text editor writes the signs. */
const box = String.raw`(?:\[[ xX]\]|[☐☑☒])\s+`;
const bulletPattern = new RegExp(String.raw`^\s*(?:[-*•–◦]\s+(?:${box})?|${box})(?=\S)`, "u");
const numberPattern = new RegExp(String.raw`^(\s*)(\d{1,3})[.)]\s+(?:${box})?(?=\S)`, "u");
/** Markers that a title doesn't begin with, unlike "[x]" or "-" alone. */
const checklistPattern = /^\s*(?:[-*]\s+\[[ xX]\]|[☐☑☒])\s+(?=\S)/u;

const isCheckedMarker = (marker: string): boolean => /[xX☑☒]/u.test(marker);

function withoutMarker(line: string, pattern: RegExp): Line {
  const [marker = ""] = pattern.exec(line) ?? [];
  return { title: line.slice(marker.length).trim(), isChecked: isCheckedMarker(marker) };
}

/** Reads a single line that is an item of a checklist, e.g. "- [x] Backup". */
export const parseChecklistLine = (line: string): Line => withoutMarker(line, checklistPattern);

/**
 * Returns one title per line of a pasted text, without the markers of its lists. A marker belongs to a list only if several lines have one:
 * numbers must count up from 1, so that "3. Quartal" and "24. Dezember" remain as they are.
 */
export function parsePastedLines(pasted: string): Line[] {
  const lines = pasted.split(/\r?\n/).filter((line) => line.trim() !== "");
  const hasBullets = lines.filter((line) => bulletPattern.test(line)).length > 1;
  const numbered = numberedListLines(lines);
  return lines.map((line, at) => {
    if (numbered.has(at)) return withoutMarker(line, numberPattern);
    return hasBullets ? withoutMarker(line, bulletPattern) : { title: line.trim(), isChecked: false };
  });
}

/** Returns the positions of lines that belong to a numbered list, which may be nested and interrupted by other lines. */
function numberedListLines(lines: readonly string[]): ReadonlySet<number> {
  const members = new Set<number>();
  let runs: { indent: number; at: number[] }[] = [];
  const close = (closed: readonly { at: number[] }[]) => {
    for (const { at } of closed) {
      const names = at.map((one) => lines[one]?.replace(numberPattern, "").trim());
      const firstWords = names.map((name) => name?.split(/\s/u)[0]);
      // "1. Quartal planen", "2. Quartal planen" are ordinal numbers: without them, the titles would be about the same.
      if (at.length > 1 && new Set(firstWords).size > 1 && new Set(names).size === names.length)
        for (const one of at) members.add(one);
    }
  };
  for (const [at, line] of lines.entries()) {
    const [, space = "", figure] = numberPattern.exec(line) ?? [];
    if (figure === undefined) continue;
    close(runs.filter(({ indent }) => indent > space.length));
    runs = runs.filter(({ indent }) => indent <= space.length);
    const run = runs.find(({ indent }) => indent === space.length);
    if (run && Number(figure) === run.at.length + 1) run.at.push(at);
    else if (Number(figure) === 1) {
      if (run) close([run]);
      runs = [...runs.filter((one) => one !== run), { indent: space.length, at: [at] }];
    }
  }
  close(runs);
  return members;
}

interface PasteEvent {
  clipboardData: { getData: (type: string) => string };
  currentTarget: EventTarget;
  preventDefault: () => void;
}

/**
 * Adds each line when several are pasted. Like any paste, they replace the selection: the first line continues the text before the caret, and
 * the last one is continued by the text after it. A single line is pasted as usual.
 */
export const onPasteLines = (typed: string, add: (lines: readonly Line[]) => void) => (event: PasteEvent) => {
  const pasted = event.clipboardData.getData("text/plain");
  const lines = parsePastedLines(pasted);
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last || first === last) return;
  event.preventDefault();
  const { selectionStart, selectionEnd } = event.currentTarget as HTMLInputElement | HTMLTextAreaElement;
  const head = typed.slice(0, selectionStart ?? typed.length);
  const tail = typed.slice(selectionEnd ?? typed.length);
  if (head.trim() !== "") Object.assign(first, { title: head + (linesOf(pasted)[0] ?? ""), isChecked: false });
  if (tail.trim() !== "") last.title += tail;
  add(lines.flatMap(({ title, isChecked }) => linesOf(title).map((line) => ({ title: line, isChecked }))));
};
