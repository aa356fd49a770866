import { Button, Modal, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import {
  calendarFeeds,
  createCalendarFeed,
  type FeedScope,
  feedScopes,
  revokeCalendarFeed,
} from "../../shared/leave/leave-calendar.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { keyOf, queryClient, useAction, useEndpoint } from "../platform/query";
import { copyText } from "../ui/copy";
import { toast } from "../ui/toast/toast";
import classes from "./CalendarFeeds.module.css";

/** Addresses for calendar programs: one's own leave, and the team's. */
export function CalendarFeeds({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={text("feed.title")}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      <p className={classes.why}>{text("feed.why")}</p>
      {opened && feedScopes.map((scope) => <Feed key={scope} scope={scope} />)}
    </Modal>
  );
}

function Feed({ scope }: { scope: FeedScope }) {
  const text = useText();
  const { day } = useFormat();
  const feed = useEndpoint(calendarFeeds, {}, { staleTime: 0 }).data?.data.find((one) => one.scope === scope);
  /** Known here alone, and until this is closed. */
  const [address, setAddress] = useState<string | null>(null);
  const again = () => void queryClient.invalidateQueries({ queryKey: keyOf(calendarFeeds) });
  const create = useAction(createCalendarFeed, {
    onSuccess: ({ data }) => {
      setAddress(new URL(data.path, window.location.origin).href);
      again();
    },
  });
  const revoke = useAction(revokeCalendarFeed, {
    onSuccess: ({ message }) => {
      setAddress(null);
      toast.done(message);
      again();
    },
  });
  return (
    <section className={classes.feed} aria-label={text(`feed.${scope}`)}>
      <h3>{text(`feed.${scope}`)}</h3>
      <p>
        {!feed
          ? text("feed.none")
          : feed.used_at
            ? text("feed.used", { at: day(feed.used_at, "medium") })
            : text("feed.made", { at: day(feed.created_at, "medium") })}
      </p>
      {address && (
        <TextInput
          readOnly
          label={text("feed.address")}
          description={text("feed.once")}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <span className={classes.buttons}>
        {address && (
          <Button
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
            onClick={() => void copyText(address, text("feed.copied"))}
          >
            {text("feed.copy")}
          </Button>
        )}
        <Button loading={create.isPending} onClick={() => create.mutate({ body: { scope } })}>
          {text(feed ? "feed.replace" : "feed.create")}
        </Button>
        {feed && (
          <Button color="danger" loading={revoke.isPending} onClick={() => revoke.mutate({ params: { id: feed.id } })}>
            {text("feed.revoke")}
          </Button>
        )}
      </span>
    </section>
  );
}
