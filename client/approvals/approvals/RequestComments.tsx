import { useLengthError } from "../../ui/fields/length";
import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { FormEvent } from "react";
import {
  commentOnRequest,
  maxRequestCommentLength,
  deleteRequestComment,
  readRequestDiscussion,
  type RequestComment,
} from "../../../shared/approvals/approvals/request-discussion.contract";
import { useText } from "../../platform/intl/useText";
import { queryKeyOf, refetch, useAction } from "../../platform/query";
import { useDraftSending } from "../../platform/drafts/useDraftSending";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { toast } from "../../ui/toast/toast";
import classes from "./RequestDiscussion.module.css";

interface RequestCommentsProps {
  id: number;
  comments: readonly RequestComment[];
  changes: boolean;
}

const refetchTalk = (id: number) => void refetch(queryKeyOf(readRequestDiscussion, { id }));

export function RequestComments({ id, comments, changes }: RequestCommentsProps) {
  const text = useText();
  const remove = useAction(deleteRequestComment, { onSuccess: () => refetchTalk(id) });
  const say = useAction(commentOnRequest, { onSuccess: () => refetchTalk(id) });
  /** Undo posts the deleted comment again. */
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
              <Avatar person={comment.author} size={28} hasVisibleName />
              <span className={classes.content}>
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

function Composer({ id }: { id: number }) {
  const text = useText();
  const sending = useDraftSending(`comment:request:${id}`, commentOnRequest, {
    inputOf: (comment) => ({ params: { id }, body: { comment: comment.trim() } }),
    onSent: () => refetchTalk(id),
  });
  const { draft } = sending;
  const words = draft.value;
  const error = useLengthError()(words, maxRequestCommentLength);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (words.trim() !== "" && !error) sending.submit();
  };
  return (
    <form className={classes.composer} data-comment-field onSubmit={submit}>
      <div>
        <Textarea
          minRows={1}
          maxRows={8}
          data-request-composer
          aria-label={text("request.comment")}
          placeholder={text("request.comment.placeholder")}
          value={words}
          error={error}
          onChange={(event) => draft.change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
            else if (event.key === "Escape") event.currentTarget.blur();
            else return;
            event.stopPropagation();
          }}
        />
        {draft.restored && draft.at !== null && (
          <StoredDraftNotice at={draft.at} onDiscard={draft.clear} other={draft.other} />
        )}
      </div>
      <Button type="submit" size="md" disabled={words.trim() === ""} loading={sending.isSending}>
        {text("request.comment.send")}
      </Button>
    </form>
  );
}
