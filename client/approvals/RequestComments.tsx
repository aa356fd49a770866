import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import {
  commentOnRequest,
  deleteRequestComment,
  readRequestTalk,
  type RequestComment,
} from "../../shared/approvals/request-talk.contract";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient, useAction } from "../platform/query";
import { readStored, writeStored } from "../platform/stored";
import { Avatar } from "../ui/signs/Avatar";
import { RelativeTime } from "../ui/signs/RelativeTime";
import { toast } from "../ui/toast/toast";
import classes from "./RequestTalk.module.css";

interface RequestCommentsProps {
  id: number;
  comments: readonly RequestComment[];
  changes: boolean;
}

const again = (id: number) => void queryClient.invalidateQueries({ queryKey: keyOf(readRequestTalk, { id }) });

export function RequestComments({ id, comments, changes }: RequestCommentsProps) {
  const text = useText();
  const remove = useAction(deleteRequestComment, { onSuccess: () => again(id) });
  const say = useAction(commentOnRequest, { onSuccess: () => again(id) });
  /** It has gone; for a moment it can be said again. */
  const takeBack = (comment: RequestComment) =>
    remove.mutate(
      { params: { id: comment.id } },
      {
        onSuccess: ({ message }) =>
          void toast.undo(message, () => say.mutate({ params: { id }, body: { comment: comment.comment } })),
      },
    );
  return (
    <>
      {comments.length > 0 && (
        <ol className={classes.list}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <Avatar person={comment.author} size={28} named />
              <span className={classes.words}>
                <span className={classes.by}>
                  <b>
                    <bdi>{comment.author.fullname}</bdi>
                  </b>
                  <RelativeTime at={comment.created_at} />
                </span>
                <p className={classes.said} dir="auto">
                  {comment.comment}
                </p>
              </span>
              {changes && comment.can.delete && (
                <ActionIcon aria-label={text("request.deleteComment")} onClick={() => takeBack(comment)}>
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ol>
      )}
      {changes && <Composer key={id} id={id} />}
    </>
  );
}

/** What was typed stays in this browser until it is sent, over reloads and other requests. */
function Composer({ id }: { id: number }) {
  const text = useText();
  const place = `portal.draft.request.${id}`;
  const [words, setWords] = useState(() => readStored(place) ?? "");
  const change = (now: string) => {
    setWords(now);
    writeStored(place, now.trim() === "" ? null : now);
  };
  const send = useAction(commentOnRequest, {
    onSuccess: () => {
      change("");
      again(id);
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (words.trim() !== "" && !send.isPending) send.mutate({ params: { id }, body: { comment: words.trim() } });
  };
  return (
    <form className={classes.composer} onSubmit={submit}>
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        maxLength={5_000}
        data-request-composer
        aria-label={text("request.comment")}
        placeholder={text("request.comment.placeholder")}
        value={words}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
          else if (event.key === "Escape") event.currentTarget.blur();
          else return;
          event.stopPropagation();
        }}
      />
      <Button type="submit" size="md" disabled={words.trim() === ""} loading={send.isPending}>
        {text("request.comment.send")}
      </Button>
    </form>
  );
}
