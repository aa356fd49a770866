import { Button } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { useFeedState } from "../../ui/FeedAddress";

interface ConnectedFeedProps {
  name: string;
  feed: { created_at: string; used_at: string | null };
  isPending: boolean;
  onRevoke: () => void;
}

/** A secret calendar address, which works without signing in. */
export function ConnectedFeed({ name, feed, isPending, onRevoke }: ConnectedFeedProps) {
  const text = useText();
  const stateOf = useFeedState();
  return (
    <li>
      <span>
        {text("opened.feed", { name })}
        <small>{stateOf(feed)}</small>
      </span>
      <Button
        size="xs"
        color="danger"
        aria-label={text("opened.revoke", { name })}
        loading={isPending}
        onClick={onRevoke}
      >
        {text("feed.revoke")}
      </Button>
    </li>
  );
}
