import { Fragment, useEffect } from "react";
import { useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { Kbd } from "./Kbd";
import {
  everywhere,
  listenForShortcuts,
  type Shortcut,
  type ShortcutGroup,
  shortcutList$,
  shortcuts$,
  singleKeys$,
  useShortcuts,
} from "./shortcuts";
import classes from "./Shortcuts.module.css";
import { Dialog } from "../Dialog";

export function Shortcuts() {
  const text = useText();
  const open = useStore(shortcutList$);
  const groups = useStore(shortcuts$);
  const mergedGroups = merged(groups);
  useEffect(listenForShortcuts, []);
  useShortcuts(shortcutsEverywhere);
  return (
    <Dialog
      opened={open}
      onClose={() => shortcutList$.set(false)}
      title={text("keys.title")}
      size={mergedGroups.length > 1 ? 620 : 380}
    >
      {/* Focuses the scroll container instead of the close button, so that keys scroll the list and don't close it by accident. */}
      <div className={classes.groups} tabIndex={-1} data-autofocus>
        {!useStore(singleKeys$) && <p className={classes.off}>{text("keys.off")}</p>}
        {mergedGroups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={classes.title}>{text(title)}</h3>
            <dl className={classes.list}>
              {shortcuts.map(({ keys, label, shown }) => (
                <div key={label + keys.join()}>
                  <dt>{text(label)}</dt>
                  <dd>
                    {(shown ?? keys).map((key, at) => (
                      <Fragment key={key}>
                        {at > 0 && " "}
                        <Kbd>{nameOf(key)}</Kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const shortcutsEverywhere: ShortcutGroup = {
  title: everywhere,
  shortcuts: [
    { keys: [], label: "palette.open", shown: ["Ctrl K"] },
    { keys: ["?"], label: "keys.list", run: () => shortcutList$.set(true) },
    { keys: [], label: "keys.enter", shown: ["↑", "↓", "←", "→"] },
    { keys: [], label: "keys.undo", shown: ["Ctrl Z"] },
    { keys: [], label: "keys.redo", shown: ["Ctrl Shift Z"] },
  ],
};

/** Omits global shortcuts whose keys the screen uses for its own shortcuts. */
function withoutTaken({ title, shortcuts }: ShortcutGroup, groups: readonly ShortcutGroup[]): readonly Shortcut[] {
  if (title !== everywhere) return shortcuts;
  const own = groups.filter((group) => group.title !== everywhere).flatMap((group) => group.shortcuts);
  const usedKeys = new Set(own.flatMap(({ keys, run }) => (run ? keys : [])));
  return shortcuts.filter(({ keys }) => keys.length === 0 || !keys.every((key) => usedKeys.has(key)));
}

function merged(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const byTitle = new Map<string, ShortcutGroup>();
  for (const group of groups) {
    const existing = byTitle.get(group.title);
    const shortcuts = [...(existing?.shortcuts ?? []), ...withoutTaken(group, groups)];
    byTitle.set(group.title, { ...group, shortcuts });
  }
  return [...byTitle.values()].reverse();
}

const signs: Record<string, string> = {
  Enter: "↵",
  Escape: "Esc",
  " ": "␣",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

const nameOf = (key: string) =>
  signs[key] ??
  (key.length === 1
    ? key.toUpperCase()
    : key.replace("Shift+", "⇧ ").toUpperCase().replace("CTRL", "Ctrl").replace("SHIFT", "⇧"));
