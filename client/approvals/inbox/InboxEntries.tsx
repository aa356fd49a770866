import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useText } from "../../platform/intl/useText";
import { wasOverlayOpen } from "../../ui/keys/overlays";
import { useShortcuts } from "../../ui/keys/shortcuts";
import { BulkApprove } from "./BulkApprove";
import { EntryList } from "./EntryList";
import classes from "./inbox.module.css";
import { FamilyDecision } from "./FamilyDecision";
import type { InboxAddress } from "./useInboxAddress";
import type { ListedEntry } from "./useInboxList";
import { useSelection } from "./useSelection";

interface InboxEntriesProps {
  entries: readonly ListedEntry[];
  address: InboxAddress;
  onMore?: () => void;
  reading: boolean;
  scope: string;
}

export function InboxEntries({ entries, address, onMore, reading, scope }: InboxEntriesProps) {
  const text = useText();
  const { tab, open, show, settleOn } = address;
  const wide = useMediaQuery("(min-width: 64em)", true, { getInitialValueInEffect: false });
  const list = useRef<HTMLDivElement>(null);
  const selection = useSelection(tab === "waiting" ? entries : none);
  const at = entries.findIndex(({ request }) => request.id === open?.id);
  /** Keeps the focus on the row, so that keyboard navigation continues after a decision. */
  const focus = (id: number) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-request="${id}"] button`)?.focus());
  /** Keys may arrive before the URL changes; each key press continues from the position that the previous one set. */
  const currentId = useRef<number | null>(null);
  useLayoutEffect(() => {
    currentId.current = open?.id ?? null;
  }, [open?.id]);
  const go = (by: 1 | -1) => () => {
    const from = entries.findIndex(({ request }) => request.id === currentId.current);
    const next = entries[from < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, from + by))];
    if (!next) return;
    currentId.current = next.request.id;
    show(next.request);
    focus(next.request.id);
  };
  useShortcuts({
    title: "title.inbox",
    shortcuts: [
      { keys: ["j", "ArrowDown"], label: "keys.next", run: go(1) },
      { keys: ["k", "ArrowUp"], label: "keys.previous", run: go(-1) },
      {
        keys: ["x"],
        label: "inbox.select",
        run: () => currentId.current !== null && selection.toggle(currentId.current),
      },
    ],
  });
  useHotkeys([["Escape", () => !wasOverlayOpen() && (selection.ids.size > 0 ? selection.clear() : show(null))]]);
  // On wide screens a request is always open: by default the first of the list.
  const first = entries[0]?.request ?? null;
  useEffect(() => {
    if (wide && open === null && first !== null) settleOn(first);
  });
  const after = () => {
    const next = (entries[at + 1] ?? entries[at - 1])?.request ?? null;
    show(next);
    if (next) focus(next.id);
  };
  return (
    <div className={classes.split}>
      <div className={classes.side} ref={list}>
        <EntryList
          entries={entries}
          address={address}
          selection={tab === "waiting" ? selection : null}
          onMore={onMore}
          reading={reading}
          scope={scope}
        />
        {tab === "waiting" && <BulkApprove entries={entries} selection={selection} />}
      </div>
      {open && (
        <section className={classes.pane} data-beside-list aria-label={text("inbox.decision")}>
          {!wide && (
            <button type="button" className={classes.back} onClick={() => show(null)}>
              <IconChevronLeft size={16} stroke={1.75} className="flip" aria-hidden />
              {text("inbox.back")}
            </button>
          )}
          <FamilyDecision key={open.id} family={open.family} id={open.id} onDecided={after} />
        </section>
      )}
    </div>
  );
}

const none: readonly ListedEntry[] = [];
