import { Modal } from "@mantine/core";
import { Fragment, useEffect, useMemo, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { useValue } from "../../platform/value";
import { Kbd } from "./Kbd";
import { listenForShortcuts, type ShortcutGroup, shortcuts$, useShortcuts } from "./shortcuts";
import classes from "./Shortcuts.module.css";

/** The keys that all signed-in screens have, and the list of all there are, behind `?`. */
export function Shortcuts() {
  const text = useText();
  const [open, setOpen] = useState(false);
  const groups = useValue(shortcuts$);
  const shown = merged(groups);
  useEffect(listenForShortcuts, []);
  useShortcuts(useMemo(() => everywhere(() => setOpen(true)), []));
  return (
    <Modal
      opened={open}
      onClose={() => setOpen(false)}
      title={text("keys.title")}
      size={shown.length > 1 ? 620 : 380}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {/* The keys that scroll it, and none that closes it by accident. */}
      <div className={classes.groups} tabIndex={-1} data-autofocus>
        {shown.map(({ title, shortcuts }) => (
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
    </Modal>
  );
}

const everywhere = (open: () => void): ShortcutGroup => ({
  title: "keys.everywhere",
  shortcuts: [
    { keys: ["?"], label: "keys.list", run: open },
    { keys: [], label: "keys.undo", shown: ["Ctrl Z"] },
    { keys: [], label: "keys.redo", shown: ["Ctrl Shift Z"] },
  ],
});

/** What a screen registers in parts is one group. */
function merged(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const byTitle = new Map<string, ShortcutGroup>();
  for (const group of groups) {
    const known = byTitle.get(group.title);
    byTitle.set(group.title, known ? { ...known, shortcuts: [...known.shortcuts, ...group.shortcuts] } : group);
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
