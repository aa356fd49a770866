import { SegmentedControl } from "@mantine/core";
import { useFormat, useText } from "../platform/intl/useText";
import type { InboxTab } from "./useInboxAddress";
import { useInboxCounts } from "./useWaitingCount";

export function InboxTabs({ tab, onChoose }: { tab: InboxTab; onChoose: (tab: InboxTab) => void }) {
  const text = useText();
  const { number } = useFormat();
  const { waiting, sent } = useInboxCounts();
  return (
    <SegmentedControl
      size="sm"
      aria-label={text("title.inbox")}
      value={tab}
      onChange={(value) => onChoose(value as InboxTab)}
      data={[
        {
          value: "waiting",
          label: waiting > 0 ? text("inbox.waitingCount", { count: number(waiting) }) : text("inbox.waiting"),
        },
        { value: "sent", label: sent > 0 ? text("inbox.sentCount", { count: number(sent) }) : text("inbox.sent") },
        { value: "decided", label: text("inbox.decided") },
      ]}
    />
  );
}
