import {
  listCalendarFeeds,
  createCalendarFeed,
  type FeedScope,
  feedScopes,
  revokeCalendarFeed,
} from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { Dialog } from "../../../ui/Dialog";
import { FeedAddress } from "../../../ui/FeedAddress";
import classes from "./CalendarFeeds.module.css";
import tones from "../../../ui/layout/tones.module.css";

export function CalendarFeeds({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={text("feed.title")}>
      <p className={tones.muted}>{text("feed.why")}</p>
      {opened && feedScopes.map((scope) => <Feed key={scope} scope={scope} />)}
    </Dialog>
  );
}

function Feed({ scope }: { scope: FeedScope }) {
  const text = useText();
  const feed = useEndpoint(listCalendarFeeds, {}, { staleTime: 0 }).data?.data.find((one) => one.scope === scope);
  const create = useAction(createCalendarFeed);
  const revoke = useAction(revokeCalendarFeed);
  return (
    <section className={classes.feed} aria-label={text(`feed.${scope}`)}>
      <h3>{text(`feed.${scope}`)}</h3>
      <FeedAddress
        feed={feed}
        read={listCalendarFeeds}
        create={{ call: create, input: { body: { scope } } }}
        revoke={{ call: revoke, input: { params: { id: feed?.id ?? 0 } } }}
      />
    </section>
  );
}
