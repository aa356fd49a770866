import { listCalendarFeeds, revokeCalendarFeed } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { ConnectedFeed } from "../../../identity/security/ConnectedFeed";
import classes from "../../../identity/security/security.module.css";
import { useText } from "../../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../../platform/query";
import { useCan, useHasFeature } from "../../../platform/session";
import { toast } from "../../../ui/toast/toast";

/** The user's calendar addresses, each of which can be revoked. */
export function ConnectedCalendars() {
  const text = useText();
  const can = useCan();
  const enabled = useHasFeature()("leave_management") && can("leave-request-list");
  const feeds = useEndpoint(listCalendarFeeds, {}, { enabled, staleTime: 0 }).data?.data ?? [];
  const revoke = useAction(revokeCalendarFeed, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void refetch(listCalendarFeeds);
    },
  });
  if (!enabled || feeds.length === 0) return null;
  return (
    <ul className={classes.list}>
      {feeds.map((feed) => (
        <ConnectedFeed
          key={feed.id}
          name={text(`feed.${feed.scope}`)}
          feed={feed}
          isPending={revoke.isPending && revoke.variables?.params?.id === feed.id}
          onRevoke={() => revoke.mutate({ params: { id: feed.id } })}
        />
      ))}
    </ul>
  );
}
