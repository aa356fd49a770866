import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { calendarFeeds, revokeCalendarFeed } from "../../shared/leave/leave-calendar.contract";
import { readNotificationSettings } from "../../shared/notifications/settings.contract";
import { paths } from "../platform/paths";
import { useFormat, useText } from "../platform/intl/useText";
import { keyOf, queryClient, useAction, useEndpoint } from "../platform/query";
import { useCan, useHasFeature } from "../platform/session";
import { Panel } from "../ui/Panel";
import { toast } from "../ui/toast/toast";
import classes from "./security.module.css";

/** What reads along without signing in: calendar programs, and browsers with push messages. */
export function OpenedPanel() {
  const text = useText();
  const { day } = useFormat();
  const can = useCan();
  const has = useHasFeature();
  const withFeeds = has("leave_management") && can("leave-request-list");
  const feeds = useEndpoint(calendarFeeds, {}, { enabled: withFeeds, staleTime: 0 }).data?.data ?? [];
  const push = useEndpoint(readNotificationSettings, {}, { staleTime: 0 }).data?.data.push.endpoints.length ?? 0;
  const revoke = useAction(revokeCalendarFeed, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void queryClient.invalidateQueries({ queryKey: keyOf(calendarFeeds) });
    },
  });
  return (
    <Panel title={text("opened.title")} padded>
      {feeds.length > 0 && (
        <ul className={classes.list}>
          {feeds.map((feed) => (
            <li key={feed.id}>
              <span>
                {text("opened.feed", { name: text(`feed.${feed.scope}`) })}
                <small>
                  {feed.used_at
                    ? text("feed.used", { at: day(feed.used_at, "medium") })
                    : text("feed.made", { at: day(feed.created_at, "medium") })}
                </small>
              </span>
              <Button
                size="xs"
                color="danger"
                aria-label={text("opened.revoke", { name: text(`feed.${feed.scope}`) })}
                loading={revoke.isPending && revoke.variables?.params?.id === feed.id}
                onClick={() => revoke.mutate({ params: { id: feed.id } })}
              >
                {text("feed.revoke")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.row}>
        <p>
          {feeds.length === 0 && withFeeds && <>{text("opened.noFeeds")} </>}
          {text("opened.push", { count: push })}
        </p>
        <Button component={Link} to={paths.notificationSettings}>
          {text("title.notificationSettings")}
        </Button>
      </div>
    </Panel>
  );
}
