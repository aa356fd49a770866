import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useText } from "../platform/intl/useText";
import { wasSomethingOnTop } from "../ui/keys/on-top";
import { useShortcuts } from "../ui/keys/shortcuts";
import { BulkApprove } from "./BulkApprove";
import { EntryList } from "./EntryList";
import classes from "./inbox.module.css";
import { OneDecision } from "./OneDecision";
import type { InboxAddress } from "./useInboxAddress";
import type { ListedEntry } from "./useInboxList";
import { useSelection } from "./useSelection";

interface EntriesProps {
  entries: readonly ListedEntry[];
  address: InboxAddress;
  /** Where there is more. */
  onMore?: () => void;
  reading: boolean;
}

/** The list, and beside it the one that is open: with the keys that go through it. */
export function Entries({ entries, address, onMore, reading }: EntriesProps) {
  const text = useText();
  const { tab, open, show, settleOn } = address;
  const wide = useMediaQuery("(min-width: 64em)", true, { getInitialValueInEffect: false });
  const list = useRef<HTMLDivElement>(null);
  const selection = useSelection(tab === "waiting" ? entries : none);
  const at = entries.findIndex(({ request }) => request.id === open?.id);
  /** The key that was pressed last goes on from what was decided. */
  const focus = (id: number) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-request="${id}"] button`)?.focus());
  /** Keys come faster than the address changes: each goes on from where the one before led. */
  const here = useRef<number | null>(null);
  useLayoutEffect(() => {
    here.current = open?.id ?? null;
  }, [open?.id]);
  const go = (by: 1 | -1) => () => {
    const from = entries.findIndex(({ request }) => request.id === here.current);
    const next = entries[from < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, from + by))];
    if (!next) return;
    here.current = next.request.id;
    show(next.request);
    focus(next.request.id);
  };
  useShortcuts({
    title: "title.inbox",
    shortcuts: [
      { keys: ["j", "ArrowDown"], label: "keys.next", run: go(1) },
      { keys: ["k", "ArrowUp"], label: "keys.previous", run: go(-1) },
      { keys: ["x"], label: "inbox.select", run: () => here.current !== null && selection.toggle(here.current) },
    ],
  });
  useHotkeys([["Escape", () => !wasSomethingOnTop() && (selection.ids.size > 0 ? selection.clear() : show(null))]]);
  // Where there is room, something is always open: the one that waits longest.
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
          <OneDecision key={open.id} family={open.family} id={open.id} onDecided={after} />
        </section>
      )}
    </div>
  );
}

const none: readonly ListedEntry[] = [];
