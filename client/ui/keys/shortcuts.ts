import { rememberOnAccount } from "../../platform/settings";
import { Store } from "../../platform/store";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { MessageId } from "../../platform/intl/catalogues";
import { enterContent, isFocusOnPage } from "./focus";
import { isOverlayOpen } from "./overlays";
import { isTyping } from "./typing";

export interface Shortcut {
  /**
   * `KeyboardEvent.key` with letters in lower case: "n", "/", "Escape"; with "Shift+" if relevant; "g d" for two keys in succession. Several
   * keys are alternatives.
   */
  keys: readonly string[];
  label: MessageId;
  /**
   * Returns false if the shortcut doesn't apply, which keeps the key's default action. If `run` is omitted, the shortcut is only listed.
   */
  run?: (event: KeyboardEvent) => boolean | void;
  shown?: readonly string[];
}

export interface ShortcutGroup {
  title: MessageId;
  shortcuts: readonly Shortcut[];
}

/**
 * Whether single-character shortcuts work, which users of speech input may trigger by accident. Keys such as Escape and the arrows always
 * work.
 */
export const singleKeys$ = new Store(true);

export function chooseSingleKeys(on: boolean): void {
  singleKeys$.set(on);
  rememberOnAccount({ shortcuts: on ? "on" : "off" });
}

/** True while the list of shortcuts is open. */
export const shortcutList$ = new Store(false);

export const shortcuts$ = new Store<readonly ShortcutGroup[]>([]);

/** Shortcuts of every screen. A screen's own shortcut for the same key takes precedence. */
export const everywhere: MessageId = "keys.everywhere";

/** Registers shortcuts while the component is mounted. Later registrations take precedence. */
export function useShortcuts(group: ShortcutGroup): void {
  const latest = useRef(group);
  useLayoutEffect(() => {
    latest.current = group;
  });
  const signature = group.shortcuts.map(({ keys, label }) => `${keys.join()}:${label}`).join(" ");
  useEffect(() => {
    const live: ShortcutGroup = {
      title: latest.current.title,
      shortcuts: latest.current.shortcuts.map((shortcut, at) => ({
        ...shortcut,
        run: shortcut.run && ((event) => latest.current.shortcuts[at]?.run?.(event)),
      })),
    };
    const rest = shortcuts$.value;
    shortcuts$.set(live.title === everywhere ? [live, ...rest] : [...rest, live]);
    return () => shortcuts$.set(shortcuts$.value.filter((one) => one !== live));
  }, [signature]);
}

export function listenForShortcuts(): () => void {
  document.addEventListener("keydown", runShortcut);
  return () => document.removeEventListener("keydown", runShortcut);
}

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || isOverlayOpen()) return;
  const pressed = pressedKey(event);
  if (pressed.startsWith("Arrow") && takesArrows(event.target)) return;
  const first = prefix !== null && event.timeStamp - prefix.at < prefixMs ? `${prefix.key} ` : "";
  prefix = null;
  if (isCharacter(pressed) && !singleKeys$.value) return;
  if (first !== "" && runKeys(first + pressed, event)) return;
  if (startsSequence(pressed)) {
    prefix = { key: pressed, at: event.timeStamp };
    return;
  }
  if (runKeys(pressed, event)) return;
  // Without a focused element any arrow key enters the board, list or chart; otherwise it would scroll the page.
  if (pressed.startsWith("Arrow") && isFocusOnPage() && enterContent()) event.preventDefault();
}

function runKeys(pressed: string, event: KeyboardEvent): boolean {
  for (const { shortcuts } of shortcuts$.value.toReversed()) {
    for (const { keys, run } of shortcuts) {
      if (!run || !keys.includes(pressed) || run(event) === false) continue;
      event.preventDefault();
      return true;
    }
  }
  return false;
}

/** Time in ms within which the second key of a sequence must follow. */
const prefixMs = 1_500;
let prefix: { key: string; at: number } | null = null;

const startsSequence = (pressed: string) =>
  shortcuts$.value.some(({ shortcuts }) =>
    shortcuts.some(({ keys }) => keys.some((one) => one.startsWith(`${pressed} `))),
  );

/** True if the key writes a character. Space presses the focused element instead. */
const isCharacter = (pressed: string) => pressed !== " " && [...pressed.replace("Shift+", "")].length === 1;

/** Radio buttons, sliders and tabs use the arrow keys themselves. */
const takesArrows = (target: EventTarget | null) =>
  target instanceof Element && target.matches("input:not([type=checkbox]), [role=tab], [role=radio], [role=slider]");

/** Maps keys of non-Latin layouts (Arabic, Korean) to the letter at the same position. */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isLetter = /^Key[A-Z]$/.test(code);
  const letter = isLetter && !/^[a-z]$/i.test(key) ? code.slice(3) : key;
  if (letter.length === 1 && /[a-z]/i.test(letter)) return (shiftKey ? "Shift+" : "") + letter.toLowerCase();
  if (/^Digit\d$/.test(code) && !shiftKey) return code.slice(5);
  return letter;
}
