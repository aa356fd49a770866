import { SegmentedControl } from "@mantine/core";
import { useText } from "../platform/intl/useText";
import type { InboxTab } from "./inbox.pages";

interface InboxTabsProps {
  tab: InboxTab;
  /** How many wait, once it is known. */
  waiting: string | undefined;
  onChoose: (tab: InboxTab) => void;
}

export function InboxTabs({ tab, waiting, onChoose }: InboxTabsProps) {
  const text = useText();
  return (
    <SegmentedControl
      size="sm"
      aria-label={text("title.inbox")}
      value={tab}
      onChange={(value) => onChoose(value as InboxTab)}
      data={[
        { value: "waiting", label: waiting ? text("inbox.waitingCount", { count: waiting }) : text("inbox.waiting") },
        { value: "decided", label: text("inbox.decided") },
      ]}
    />
  );
}
