import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  commentOnNews,
  deleteNewsComment,
  reactToNews,
  reactToNewsComment,
} from "../../../shared/communication/news/news.contract";
import type { NewsArticle, NewsComment } from "../../../shared/communication/news/news.replies";
import { CommentReactions } from "../../work/comments/CommentReactions";
import { ReactionPicker } from "../../work/comments/ReactionPicker";
import { RichText } from "../../ui/text-editor/RichText";
import { TextEditor } from "../../ui/text-editor/TextEditor";
import { useFormat, useText } from "../../platform/intl/useText";
import { call } from "../../platform/api";
import { useAction } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useDraftSending } from "../../platform/drafts/useDraftSending";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { toast } from "../../ui/toast/toast";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import classes from "./news.module.css";
import { useReactionsTo } from "../../work/comments/useReactions";

export function ArticleDiscussion({ article }: { article: NewsArticle }) {
  const text = useText();
  const { number } = useFormat();
  const reacting = useReactionsTo(`news ${article.id}`, article.reactions, (body) =>
    call(reactToNews, { params: { id: article.id }, body }),
  );
  const me = useCurrentUser();
  const remove = useAction(deleteNewsComment);
  const post = useAction(commentOnNews);
  const [commentToConfirm, setCommentToConfirm] = useState<NewsComment | null>(null);
  const isRestorable = ({ author }: NewsComment) => author.id === me.id && article.can.talk;
  /** Undo posts the user's own comment again. Another user's comment can't be restored, so its deletion is confirmed. */
  const deleteComment = (comment: NewsComment) =>
    remove.mutate(
      { params: { id: comment.id } },
      {
        onSuccess: ({ message }) => {
          if (!isRestorable(comment)) return toast.done(message);
          toast.undo(message, () => post.mutate({ params: { id: article.id }, body: { comment: comment.comment } }));
        },
      },
    );
  return (
    <>
      <div className={classes.reactions}>
        <CommentReactions reacting={reacting} mayReact={article.can.talk} />
        {article.can.talk && <ReactionPicker reacting={reacting} />}
      </div>
      <section className={classes.comments} aria-labelledby="news-comments">
        <h2 id="news-comments">
          {text("news.comments")} <span>{number(article.comment_count)}</span>
        </h2>
        <ol>
          {article.comments.map((comment) => (
            <li key={comment.id}>
              <Avatar person={comment.author} size={28} hasVisibleName />
              <div>
                <span className={classes.said}>
                  <b>
                    <bdi>{comment.author.fullname}</bdi>
                  </b>
                  <RelativeTime at={comment.created_at} />
                </span>
                <RichText html={comment.comment} />
                <CommentTalk comment={comment} mayReact={article.can.talk} />
              </div>
              {comment.can.delete && (
                <ActionIcon
                  aria-label={text("news.deleteComment", { name: comment.author.fullname })}
                  onClick={() => (isRestorable(comment) ? deleteComment(comment) : setCommentToConfirm(comment))}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ol>
        {article.can.talk && <Composer key={article.id} article={article} />}
        <ConfirmDialog
          opened={commentToConfirm !== null}
          title={text("news.deleteComment", { name: commentToConfirm?.author.fullname ?? "" })}
          confirmLabel={text("action.delete")}
          onConfirm={() => {
            if (commentToConfirm) deleteComment(commentToConfirm);
            setCommentToConfirm(null);
          }}
          onClose={() => setCommentToConfirm(null)}
        >
          {text("organization.delete.why")}
        </ConfirmDialog>
      </section>
    </>
  );
}

function CommentTalk({ comment, mayReact }: { comment: NewsComment; mayReact: boolean }) {
  const reacting = useReactionsTo(`news comment ${comment.id}`, comment.reactions, (body) =>
    call(reactToNewsComment, { params: { id: comment.id }, body }),
  );
  return (
    <div className={classes.pressed}>
      <CommentReactions reacting={reacting} mayReact={mayReact} />
      {mayReact && <ReactionPicker reacting={reacting} />}
    </div>
  );
}

function peopleOf({ author, comments }: NewsArticle) {
  const all = new Map([author, ...comments.map((comment) => comment.author)].map((person) => [person.id, person]));
  return [...all.values()];
}

function Composer({ article }: { article: NewsArticle }) {
  const text = useText();
  const me = useCurrentUser();
  const sending = useDraftSending(`comment:news:${article.id}`, commentOnNews, {
    inputOf: (comment) => ({ params: { id: article.id }, body: { comment } }),
    onSent: (_, isCleared) => {
      if (isCleared) setWriting(false);
    },
  });
  const { draft } = sending;
  const html = draft.value;
  const [writing, setWriting] = useState(html !== "");
  const submit = () => {
    if (html !== "") sending.submit();
  };
  return (
    <div className={classes.compose}>
      <Avatar person={me} size={28} hasVisibleName />
      <div>
        <TextEditor
          key={draft.round}
          compact
          resting={!writing}
          html={html}
          people={peopleOf(article)}
          label={text("news.comment")}
          placeholder={text("news.comment")}
          onFocus={() => setWriting(true)}
          onChange={draft.change}
          onSubmit={submit}
        />
        {draft.restored && draft.at !== null && (
          <StoredDraftNotice at={draft.at} onDiscard={draft.clear} other={draft.other} />
        )}
        {writing && (
          <Button disabled={html === ""} loading={sending.isSending} onClick={submit}>
            {text("news.send")}
          </Button>
        )}
      </div>
    </div>
  );
}
