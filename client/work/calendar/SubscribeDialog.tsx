import { Button } from "@mantine/core";
import { IconCalendarShare } from "@tabler/icons-react";
import { useState } from "react";
import { createTaskFeed, readTaskFeed, revokeTaskFeed } from "../../../shared/work/calendar/calendar.contract";
import { isFiltering } from "../../../shared/work/tasks/tasks.filter.rules";
import { readBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import { useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { FeedAddress } from "../../ui/FeedAddress";
import { useBoardScope } from "../tasks/state/useBoard";
import classes from "./CalendarGrid.module.css";

/** Secret address of the project's tasks for calendar programs, limited by the current filter. */
export function Subscribe({ compact }: { compact: boolean }) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        className={classes.subscribeButton}
        aria-haspopup="dialog"
        leftSection={<IconCalendarShare size={16} stroke={1.75} aria-hidden />}
        aria-label={compact ? text("calendar.subscribe") : undefined}
        title={compact ? text("calendar.subscribe") : undefined}
        onClick={() => setOpened(true)}
      >
        {!compact && text("calendar.subscribe")}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={text("calendar.subscribe")}>
        {opened && <Feed />}
      </Dialog>
    </>
  );
}

const hasFilter = (query: string) => isFiltering(readBoardQuery(new URLSearchParams(query)).filter);

function Feed() {
  const text = useText();
  const params = { id: useBoardScope().projectId };
  const feed = useEndpoint(readTaskFeed, { params }, { staleTime: 0 }).data?.data;
  const create = useAction(createTaskFeed);
  const revoke = useAction(revokeTaskFeed);
  const query = window.location.search.slice(1);
  return (
    <div className={classes.subscribe}>
      <p>{text("calendar.subscribe.why")}</p>
      <p>{text(hasFilter(query) ? "calendar.subscribe.filtered" : "calendar.subscribe.all")}</p>
      <FeedAddress
        feed={feed}
        read={readTaskFeed}
        create={{ call: create, input: { params, body: { query } } }}
        revoke={{ call: revoke, input: { params } }}
      >
        {feed && text(hasFilter(feed.query) ? "calendar.subscribe.hasFilter" : "calendar.subscribe.hasAll")}
      </FeedAddress>
    </div>
  );
}
