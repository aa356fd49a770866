import { useEffect, useLayoutEffect, useRef } from "react";
import { BehaviorSubject } from "rxjs";
import type { MessageId } from "../../platform/intl/catalogues";
import { isSomethingOpen } from "./on-top";
import { isTyping } from "./typing";

export interface Shortcut {
  /** As `KeyboardEvent.key`, letters small: "n", "/", "Escape"; with "Shift+" where that matters. Several for one meaning. */
  keys: readonly string[];
  label: MessageId;
  /** Answers false where it means nothing here: the key then does what it does anyway. Left out: only listed. */
  run?: (event: KeyboardEvent) => boolean | void;
  /** How it reads in the list; by itself its keys. */
  shown?: readonly string[];
}

export interface ShortcutGroup {
  title: MessageId;
  shortcuts: readonly Shortcut[];
}

/** What the keys mean on the present screen: the list behind `?` shows it, and one listener obeys it. */
export const shortcuts$ = new BehaviorSubject<readonly ShortcutGroup[]>([]);

/** Registers the keys of a screen or a part of it while it is shown. What is registered later wins. */
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
    shortcuts$.next([...shortcuts$.value, live]);
    return () => shortcuts$.next(shortcuts$.value.filter((one) => one !== live));
  }, [signature]);
}

/** Listens for all of them. */
export function listenForShortcuts(): () => void {
  document.addEventListener("keydown", obey);
  return () => document.removeEventListener("keydown", obey);
}

function obey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target) || isSomethingOpen()) return;
  const pressed = pressedKey(event);
  for (const { shortcuts } of [...shortcuts$.value].reverse()) {
    for (const { keys, run } of shortcuts) {
      if (!run || !keys.includes(pressed)) continue;
      if (run(event) === false) continue;
      event.preventDefault();
      return;
    }
  }
}

/** Letters by their place where the keyboard writes others: Arabic, Korean. */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isLetter = /^Key[A-Z]$/.test(code);
  const letter = isLetter && !/^[a-z]$/i.test(key) ? code.slice(3) : key;
  if (letter.length === 1 && /[a-z]/i.test(letter)) return (shiftKey ? "Shift+" : "") + letter.toLowerCase();
  if (/^Digit\d$/.test(code) && !shiftKey) return code.slice(5);
  return letter;
}
