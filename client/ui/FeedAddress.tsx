import { Button, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { type CachedReads, refetch } from "../platform/query";
import { copyText } from "./copy";
import classes from "./FeedAddress.module.css";
import { toast } from "./toast/toast";

/** Dates of a secret calendar address. */
interface FeedDates {
  created_at: string;
  used_at: string | null;
}

/** A call of `useAction` with its input. */
interface FeedAction<Input, Reply> {
  call: { isPending: boolean; mutate: (input: Input, options: { onSuccess: (reply: Reply) => void }) => void };
  input: Input;
}

interface FeedAddressProps<CreateInput, RevokeInput> {
  feed: FeedDates | null | undefined;
  /** Cached responses that contain the feed. */
  read: CachedReads;
  create: FeedAction<CreateInput, { data: { path: string } }>;
  revoke: FeedAction<RevokeInput, { message: string }>;
  /** Explanation shown after the dates. */
  children?: ReactNode;
}

export function useFeedState(): (feed: FeedDates) => string {
  const text = useText();
  const { day } = useFormat();
  return ({ created_at, used_at }) =>
    used_at ? text("feed.used", { at: day(used_at, "medium") }) : text("feed.made", { at: day(created_at, "medium") });
}

/** Creates, renews and revokes a secret address for calendar programs. */
export function FeedAddress<CreateInput, RevokeInput>({
  feed,
  read,
  create,
  revoke,
  children,
}: FeedAddressProps<CreateInput, RevokeInput>) {
  const text = useText();
  const stateOf = useFeedState();
  /** The server returns the address only once, so it is lost when the dialog closes. */
  const [address, setAddress] = useState<string | null>(null);
  const show = ({ data }: { data: { path: string } }) => {
    setAddress(new URL(data.path, window.location.origin).href);
    void refetch(read);
  };
  const hide = ({ message }: { message: string }) => {
    setAddress(null);
    toast.done(message);
    void refetch(read);
  };
  return (
    <div className={classes.feed}>
      <p>
        {feed ? stateOf(feed) : text("feed.none")} {children}
      </p>
      {address && (
        <TextInput
          readOnly
          dir="ltr"
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
        <Button
          variant={feed ? undefined : "filled"}
          loading={create.call.isPending}
          onClick={() => create.call.mutate(create.input, { onSuccess: show })}
        >
          {text(feed ? "feed.replace" : "feed.create")}
        </Button>
        {feed && (
          <Button
            color="danger"
            loading={revoke.call.isPending}
            onClick={() => revoke.call.mutate(revoke.input, { onSuccess: hide })}
          >
            {text("feed.revoke")}
          </Button>
        )}
      </span>
    </div>
  );
}
