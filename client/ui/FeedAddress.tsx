import { Button, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { type CachedReads, refetch } from "../platform/query";
import { ConfirmDialog } from "./ConfirmDialog";
import { copyText } from "./copy";
import classes from "./FeedAddress.module.css";
import { toast } from "./toast/toast";
import flow from "./layout/flow.module.css";

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
  /** Question before an address that is in use stops working. */
  warning?: string;
  /** Shown below a new address. */
  renderAddress?: (address: string) => ReactNode;
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
  warning,
  renderAddress,
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
  const [confirming, setConfirming] = useState<"replace" | "revoke" | null>(null);
  const show = ({ data }: { data: { path: string } }) => {
    setConfirming(null);
    setAddress(new URL(data.path, window.location.origin).href);
    void refetch(read);
  };
  const hide = ({ message }: { message: string }) => {
    setConfirming(null);
    setAddress(null);
    toast.done(message);
    void refetch(read);
  };
  const replace = () => create.call.mutate(create.input, { onSuccess: show });
  const end = () => revoke.call.mutate(revoke.input, { onSuccess: hide });
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
      {address && renderAddress?.(address)}
      <span className={flow.wrap}>
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
          onClick={() => (feed ? setConfirming("replace") : replace())}
        >
          {text(feed ? "feed.replace" : "feed.create")}
        </Button>
        {feed && (
          <Button color="danger" loading={revoke.call.isPending} onClick={() => setConfirming("revoke")}>
            {text("feed.revoke")}
          </Button>
        )}
      </span>
      <ConfirmDialog
        opened={confirming !== null}
        title={text(confirming === "replace" ? "feed.replace.title" : "feed.revoke.title")}
        confirmLabel={text(confirming === "replace" ? "feed.replace" : "feed.revoke")}
        pending={create.call.isPending || revoke.call.isPending}
        zIndex={400}
        onConfirm={confirming === "replace" ? replace : end}
        onClose={() => setConfirming(null)}
      >
        <p>
          {warning ?? text("feed.replace.why")} {feed && stateOf(feed)}
        </p>
      </ConfirmDialog>
    </div>
  );
}
